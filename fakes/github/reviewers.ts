import { z } from 'zod'
import { pullOf } from './pulls.ts'
import { RawPull } from './raw.ts'
import type { Route } from './routes.ts'
import { created, need, numberArg, route } from './routes.ts'
import type { Call } from './types.ts'
import { notFound, Refusal } from './types.ts'

const Wanted = z.object({ reviewers: z.array(z.string()).default([]), team_reviewers: z.array(z.string()).default([]) })

/**
 * Asks people and teams for a review: all of them, or nobody. A 422 is the answer for the author of the pull request,
 * and for whoever is no collaborator. Teams are those of the owner, whether the token sees their members or not.
 */
async function ask(call: Call) {
  const { memory, owner, name, emulator } = call.site
  need(call, 'pull_requests')
  const number = numberArg(call)
  const sides = memory.pulls[number]
  if (!sides) throw notFound()
  const { reviewers, team_reviewers: teams } = Wanted.parse(call.body)
  const { user } = RawPull.parse(await emulator.read(`/pulls/${number}`))
  if (reviewers.includes(user.login)) throw new Refusal(422, 'Review cannot be requested from pull request author.')
  const isHere = (login: string): boolean => memory.people[login]?.role !== undefined
  if (!reviewers.every(isHere) || !teams.every((team) => memory.settings.teams[team] !== undefined))
    throw new Refusal(
      422,
      `Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the ${owner}/${name} repository.`,
    )
  const before = sides.asked ?? { users: [], teams: [] }
  sides.asked = {
    users: [...new Set([...before.users, ...reviewers])],
    teams: [...new Set([...before.teams, ...teams])],
  }
  return created(await pullOf(call.site, number))
}

export const reviewerRoutes: readonly Route[] = [route('POST ~/pulls/{}/requested_reviewers', ask)]
