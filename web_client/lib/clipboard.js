/**
 * Copies a text. A page without TLS is no secure context and has no `navigator.clipboard`; there the text is selected
 * in the field that shows it and copied by the old command.
 *
 * @param {HTMLInputElement} field  shows the text, and keeps it selected where copying is refused altogether
 * @returns {Promise<boolean>}  whether it was copied
 */
export async function copyFrom(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}
