import { z } from 'zod'

/** The first id of each kind. They are far apart, as on github.com; `emulate` counts each kind from one. */
export const FIRST = {
  issue: 2_600_000_000,
  pull: 2_000_000_000,
  comment: 3_100_000_000,
  review: 2_200_000_000,
  review_comment: 1_900_000_000,
}

const REACTIONS = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'] as const
export const ReactionContent = z.enum(REACTIONS)

const Login = z.looseObject({ login: z.string() })
const Times = { created_at: z.string(), updated_at: z.string() }
export const RawIssue = z.looseObject({
  id: z.number(),
  number: z.number(),
  state: z.string(),
  user: Login,
  title: z.string(),
  body: z.string().nullable(),
  labels: z.array(z.looseObject({ name: z.string() })),
  closed_at: z.string().nullish(),
  comments: z.number().optional(),
  ...Times,
})
export const RawPull = z.looseObject({ ...RawIssue.shape, draft: z.boolean(), merged_at: z.string().nullish() })
export const RawComment = z.looseObject({
  id: z.number(),
  body: z.string(),
  user: Login,
  issue_url: z.string(),
  ...Times,
})
export const RawReview = z.looseObject({
  id: z.number(),
  body: z.string(),
  user: Login,
  state: z.string(),
  commit_id: z.string().nullable(),
  pull_request_url: z.string(),
  submitted_at: z.string().nullable(),
  ...Times,
})
export const RawReviewComment = z.looseObject({
  ...RawComment.omit({ issue_url: true }).shape,
  path: z.string(),
  line: z.number().nullable(),
  position: z.number().nullable(),
  commit_id: z.string(),
  in_reply_to_id: z.number().nullish(),
  pull_request_review_id: z.number().nullable(),
  pull_request_url: z.string(),
})
