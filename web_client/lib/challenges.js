/** Challenges as the bell tells of them. Pure. */

/** @import {ChallengeInfo} from "./messages.js" */

/**
 * Those that we were given and those that we gave, each as they came.
 *
 * @param {ChallengeInfo[]} challenges
 * @param {string | undefined} me
 */
export const sortChallenges = (challenges, me) => ({
  taken: challenges.filter(({ player }) => player.id !== me),
  given: challenges.filter(({ player }) => player.id === me),
});

/**
 * Whether something is left for us to do: to answer, or to read why we were declined.
 *
 * @param {ChallengeInfo} challenge
 * @param {string | undefined} me
 */
export const waitsForUs = ({ player, declined }, me) => player.id !== me || Boolean(declined);
