/** Answers that were given on the page before a move began, to what the command would ask. */
import * as v from 'valibot'
import type { Question } from './import'
import { MoveRefusal } from './refusals'

const Answers = v.strictObject({
  proceed: v.optional(v.boolean()),
  operator: v.optional(v.boolean()),
  sessions: v.optional(v.boolean()),
})
export type Answers = v.InferOutput<typeof Answers>

/** No question answers itself: one that the page did not ask ends the move before anything is written. */
export function answerOf(given: string, { kind }: Pick<Question, 'kind'>): boolean {
  const answers: Answers = v.parse(Answers, JSON.parse(given))
  return answers[kind] ?? refuse(kind)
}

function refuse(question: Question['kind']): never {
  throw new MoveRefusal('unanswered', `The question "${question}" was not answered before the move began.`, {
    question,
  })
}
