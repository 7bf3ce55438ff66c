/** What other nodes ask this one, beside writes to control.db and orders. */
import * as v from 'valibot'
import { deletionAnswersOf } from '../../channels/meta/pages/deletion-at-company'
import { answersOf } from '../../channels/meta/webhook/at-owner'
import type { Nodes } from '../../fleet/nodes'
import { CONTROL } from '../../platform/gate'
import { SECOND } from '../../platform/time'
import type { Usage } from '../../tenancy/limits'
import { readUsageElsewhereBy, readUsageHere } from '../../tenancy/usage'
import type { Server } from '../server'
import { FIND_TOKEN } from './token-search'

/** What companies have of that which plans limit. */
const READ_USAGE = 'usage.read'
const USAGE_WITHIN = 5 * SECOND

/** The answer to a certificate authority, for which another node was asked. */
export const CHALLENGE = 'certificates.challenge'

/** To serve a certificate that this node has got; it is in control.db. */
const FOLLOW_CERTIFICATE = 'certificates.follow'

const Companies = v.array(v.object({ id: v.number(), uuid: v.string() }))
const Token = v.object({ hash: v.string() })
const Challenge = v.object({ challenge: v.string() })
const Obtained = v.object({ serial: v.string() })

/** Lists of companies show what other nodes have. One that does not answer in time leaves gaps. */
export function readUsageEverywhere(nodes: Nodes, { databases }: Server, listOthers: () => readonly string[]): void {
  readUsageElsewhereBy(databases, async (companies) => {
    const wanted = companies.map(({ id, uuid }) => ({ id, uuid }))
    const asked = listOthers().map((node) =>
      nodes.ask({ node }, READ_USAGE, wanted, { within: USAGE_WITHIN, isRepeatable: true, shows: [] }),
    )
    const answers = await Promise.allSettled(asked)
    return new Map(answers.flatMap((one) => (one.status === 'fulfilled' ? (one.value as [number, Usage][]) : []))) // written below
  })
  nodes.answer(READ_USAGE, async (question) => {
    const own = v.parse(Companies, question).filter(({ uuid }) => databases.isAvailable(uuid))
    const read = await readUsageHere(databases, own)
    return [...read].filter(([, usage]) => usage !== null)
  })
}

/** A new certificate is served everywhere at once. A node that does not answer finds it at its next look, within a minute. */
export function shareCertificates(
  nodes: Nodes,
  { certificates, log }: Server,
  listOthers: () => readonly string[],
): void {
  certificates.whenObtained((serial) => {
    for (const node of listOthers())
      nodes
        .ask({ node }, FOLLOW_CERTIFICATE, { serial }, { isRepeatable: true, shows: [CONTROL] })
        .catch((error) => log.info({ err: error, node }, 'the node has not been told of the new certificate'))
  })
  const follow = (question: unknown) => certificates.follow(v.parse(Obtained, question).serial)
  nodes.answer(FOLLOW_CERTIFICATE, follow, 'nothing')
}

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
