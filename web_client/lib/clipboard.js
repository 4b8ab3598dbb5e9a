/**
 * Copy the text of a field. Without TLS a page is no secure context and lacks `navigator.clipboard`; then the field is
 * selected and copied with `execCommand`.
 *
 * @param {HTMLInputElement} field  remains selected if copying is refused altogether
 * @returns {Promise<boolean>}  whether the text was copied
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
