/** What other nodes ask this one, beside writes to control.db and orders. */
import * as v from 'valibot'
import { deletionAnswersOf } from '../../channels/meta/pages/deletion-at-company'
import { answersOf } from '../../channels/meta/webhook/at-owner'
import type { Nodes } from '../../fleet/nodes'
import type { Server } from '../server'
import { FIND_TOKEN } from './token-search'

/** The answer to a certificate authority, for which another node was asked. */
export const CHALLENGE = 'certificates.challenge'

const Token = v.object({ hash: v.string() })
const Challenge = v.object({ challenge: v.string() })

export function answerQuestions(nodes: Pick<Nodes, 'answer'>, server: Server): void {
  const answers = { ...answersOf(server), ...deletionAnswersOf(server) }
  for (const [path, answer] of Object.entries(answers)) nodes.answer(path, answer)
  const findToken = async (question: unknown) => {
    const company = await server.tokenDirectory.find(v.parse(Token, question).hash)
    return company?.uuid ?? null
  }
  const answerChallenge = (question: unknown) =>
    server.certificates.answerOf(v.parse(Challenge, question).challenge) ?? null
  nodes.answer(FIND_TOKEN, findToken, 'nothing')
  nodes.answer(CHALLENGE, answerChallenge, 'nothing')
}
