/** What other nodes ask this one, beside writes to control.db and orders. */
import * as v from 'valibot'
import { deletionAnswersOf } from '../../channels/meta/pages/deletion-at-company'
import { answersOf } from '../../channels/meta/webhook/at-owner'
import type { Nodes } from '../../fleet/nodes'
import { companyAnswersOf } from '../../operator/tenants/at-owner'
import { CONTROL } from '../../platform/gate'
import { SECOND } from '../../platform/time'
import { DISK, readDiskHere } from '../../tenancy/disk'
import { askElsewhereBy, type CompanyKey, companyReads, nodeAnswers } from '../../tenancy/elsewhere'
import { waitingCounts } from '../../tenancy/lifecycle'
import { PLANNED, readPlannedHere, readUsageHere, USAGE } from '../../tenancy/usage'
import type { Server } from '../server'
import { FIND_TOKEN } from './token-search'

const COMPANIES_WITHIN = 5 * SECOND

/** The answer to a certificate authority, for which another node was asked. */
export const CHALLENGE = 'certificates.challenge'

/** To serve a certificate that this node has got; it is in control.db. */
const FOLLOW_CERTIFICATE = 'certificates.follow'

const Companies = v.array(v.object({ id: v.number(), uuid: v.string() }))
const Token = v.object({ hash: v.string() })
const Challenge = v.object({ challenge: v.string() })
const Obtained = v.object({ serial: v.string() })

type CompanyReads = Readonly<Record<string, (own: readonly CompanyKey[]) => Promise<ReadonlyMap<number, unknown>>>>

/** What lists of the operator show of companies, by what they ask for. */
const readsOf = (server: Server): CompanyReads => {
  const { databases, membersOf } = server
  return {
    [USAGE]: (own) => readUsageHere(databases, own),
    [PLANNED]: (own) => readPlannedHere(databases, own, membersOf(waitingCounts)),
    [DISK]: (own) => readDiskHere(databases.dataDir, own),
    ...Object.fromEntries(membersOf(companyReads).map(({ what, createReader }) => [what, createReader(server)])),
  }
}

/** `ownerOf`: undefined while nobody owns the company. */
export function readCompaniesEverywhere(
  nodes: Nodes,
  server: Server,
  ownerOf: (company: string) => string | undefined,
): void {
  const { databases } = server
  askElsewhereBy(databases, async (what, companies) => {
    const byNode = Map.groupBy(companies, ({ uuid }) => ownerOf(uuid))
    const asked = [...byNode].flatMap(([node, own]) => {
      const wanted = own.map(({ id, uuid }) => ({ id, uuid }))
      const within = { within: COMPANIES_WITHIN, changesNothing: true, shows: [] }
      return node === undefined ? [] : nodes.ask({ node }, what, wanted, within)
    })
    const answers = await Promise.allSettled(asked)
    return new Map(answers.flatMap((one) => (one.status === 'fulfilled' ? (one.value as [number, unknown][]) : []))) // written below
  })
  for (const [what, read] of Object.entries(readsOf(server)))
    nodes.answer(what, async (question) => {
      const own = v.parse(Companies, question).filter(({ uuid }) => databases.isAvailable(uuid))
      return [...(await read(own))].filter(([, found]) => found !== null)
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
  const answers = {
    ...answersOf(server),
    ...deletionAnswersOf(server),
    ...companyAnswersOf(server),
  }
  const ofModules = server.membersOf(nodeAnswers).flatMap((answersOf) => Object.entries(answersOf(server)))
  for (const [path, answer] of [...Object.entries(answers), ...ofModules]) nodes.answer(path, answer)
  const findToken = async (question: unknown) => {
    const company = await server.tokenDirectory.find(v.parse(Token, question).hash)
    return company?.uuid ?? null
  }
  const answerChallenge = (question: unknown) =>
    server.certificates.answerOf(v.parse(Challenge, question).challenge) ?? null
  nodes.answer(FIND_TOKEN, findToken, 'nothing')
  nodes.answer(CHALLENGE, answerChallenge, 'nothing')
}
