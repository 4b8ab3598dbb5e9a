/** Challenges in the order of the bell. Pure. */

/** @import {ChallengeInfo} from "./messages.js" */

/**
 * Divide challenges into received and sent ones, keeping their order.
 *
 * @param {ChallengeInfo[]} challenges
 * @param {string | undefined} me
 */
export const sortChallenges = (challenges, me) => ({
  taken: challenges.filter(({ player }) => player.id !== me),
  given: challenges.filter(({ player }) => player.id === me),
});

/**
 * Tell whether a challenge awaits the viewer: an answer to it, or reading why it was declined.
 *
 * @param {ChallengeInfo} challenge
 * @param {string | undefined} me
 */
export const waitsForUs = ({ player, declined }, me) => player.id !== me || Boolean(declined);
