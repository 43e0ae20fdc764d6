/** What GitHub allows one token, and how many jobs an account may have at once. */
export type Limits = {
  /** Whether all repositories share one token (an App, installed once) or each has its own (`GITHUB_TOKEN`). */
  token: 'of each repository' | 'of all'
  requestsAnHour: number
  writesAMinute: number
  writesAnHour: number
  jobsAtOnce: number
}

/**
 * An organization that plans: what happens in a day, and how long people and runs take (minutes). The defaults are
 * assumptions, apart from the limits; each can be given to `npm run growth`.
 */
export type Organisation = Limits & {
  repositories: number
  plans: number
  people: number
  /** Hours in which people ask, read and approve. */
  hours: number
  subtasks: number
  /** How often an agent shows steps while it is at a subtask. */
  steps: number
  /** Revisions for each plan; 0.5 is one for every other. */
  revisions: number
  minutes: { start: number; plan: number; revise: number; subtask: number; read: number; review: number }
}

/**
 * Sources of the limits: docs.github.com, "Rate limits for the REST API" (1,000 requests an hour for `GITHUB_TOKEN` in a
 * repository; 5,000 for an App's installation, up to 12,500 in large ones, 15,000 in Enterprise Cloud; secondary: 80
 * writes a minute, 500 an hour) and "Usage limits for GitHub Actions" (20 jobs at once for Free, 60 for Team, 500 for
 * Enterprise).
 */
export const GITHUB_TOKEN: Limits = {
  token: 'of each repository',
  requestsAnHour: 1_000,
  writesAMinute: 80,
  writesAnHour: 500,
  jobsAtOnce: 60,
}
export const APP: Limits = { ...GITHUB_TOKEN, token: 'of all', requestsAnHour: 5_000 }

export const ORGANISATION: Omit<Organisation, keyof Limits> = {
  repositories: 20,
  plans: 200,
  people: 10,
  hours: 8,
  subtasks: 3,
  steps: 5,
  revisions: 0.5,
  minutes: { start: 0.5, plan: 4, revise: 2, subtask: 6, read: 5, review: 10 },
}
