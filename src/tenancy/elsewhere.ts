/** Lists of the operator show companies that other nodes of a fleet have: those nodes are asked. */
import type { Databases } from '../platform/databases'
import { defineExtensionPoint } from '../platform/extensions'
import type { Services } from '../platform/module'

export type CompanyKey = { readonly id: number; readonly uuid: string }
/** Asks the nodes that have the companies; answers by company id. A node that does not answer in time leaves gaps. */
type AskElsewhere = (what: string, companies: readonly CompanyKey[]) => Promise<ReadonlyMap<number, unknown>>

/** A question about companies of this node that a module answers other nodes; `what` names it. */
export type CompanyRead = {
  readonly what: string
  createReader(services: Services): (own: readonly CompanyKey[]) => Promise<ReadonlyMap<number, unknown>>
}
export const companyReads = defineExtensionPoint<CompanyRead>('company.reads')

/** Questions of other nodes that a module answers, by name. The answers wait for everything that this node has committed. */
export type NodeAnswers = (services: Services) => Readonly<Record<string, (question: unknown) => unknown>>
export const nodeAnswers = defineExtensionPoint<NodeAnswers>('fleet.answers')

const asking = new WeakMap<Databases, AskElsewhere>()
/** From now on companies that are not here are asked for, too. */
export const askElsewhereBy = (databases: Databases, ask: AskElsewhere): void => void asking.set(databases, ask)

/** By company id; null for companies of which nobody says anything. What other nodes answer is of type `T`, too. */
export async function readEverywhere<T, Company extends CompanyKey>(
  databases: Databases,
  what: string,
  companies: readonly Company[],
  readHere: (own: readonly Company[]) => Promise<ReadonlyMap<number, T | null>>,
): Promise<ReadonlyMap<number, T | null>> {
  const ask = asking.get(databases)
  if (!ask) return readHere(companies)
  const isHere = ({ uuid }: CompanyKey) => databases.isAvailable(uuid)
  const [here, there] = [companies.filter(isHere), companies.filter((one) => !isHere(one))]
  const [own, others] = await Promise.all([readHere(here), there.length > 0 ? ask(what, there) : new Map()])
  return new Map([...there.map(({ id }) => [id, (others.get(id) ?? null) as T | null] as const), ...own])
}
