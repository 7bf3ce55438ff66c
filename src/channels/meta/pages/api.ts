/** Calls of the Graph API about people, their pages, and what a page sends us. */
import * as v from 'valibot'
import type { MetaApp } from '../app'
import type { Graph } from '../graph'

const MAX_PAGES = 500
const PAGE_SIZE = 100

const Person = v.object({ id: v.string(), name: v.optional(v.string(), '') })
const Instagram = v.object({
  id: v.string(),
  username: v.optional(v.string(), ''),
  name: v.optional(v.string(), ''),
  profile_picture_url: v.optional(v.string(), ''),
})
/** Of a page, which Facebook draws a silhouette for if it has no picture. */
const Picture = v.object({
  data: v.object({ url: v.optional(v.string(), ''), is_silhouette: v.optional(v.boolean()) }),
})
const AccountFacts = v.object({ ...Instagram.entries, picture: v.optional(Picture) })
const Page = v.object({
  id: v.string(),
  name: v.optional(v.string(), ''),
  access_token: v.optional(v.string(), ''),
  tasks: v.optional(v.array(v.string())),
  instagram_business_account: v.optional(Instagram),
})
export type ListedPage = v.InferOutput<typeof Page>
const PageList = v.object({
  data: v.array(Page),
  paging: v.optional(
    v.object({ cursors: v.optional(v.object({ after: v.optional(v.string()) })), next: v.optional(v.string()) }),
  ),
})
const Subscriptions = v.object({
  data: v.array(v.object({ id: v.string(), subscribed_fields: v.optional(v.array(v.string()), []) })),
})

/** What we are told of a page. Instagram's own fields are those of the app. */
export const PAGE_FIELDS = [
  'messages',
  'messaging_postbacks',
  'messaging_referrals',
  'message_deliveries',
  'message_reads',
  'message_echoes',
  'message_reactions',
  'message_edits',
  'standby',
] as const

type Access = { readonly token: string; readonly appSecret: string }

export async function readPerson(graph: Graph, signed: Access): Promise<v.InferOutput<typeof Person>> {
  return v.parse(Person, await graph.call({ method: 'GET', path: 'me', query: { fields: 'id,name' }, ...signed }))
}

/** The pages that a person works for, each with a token of its own. */
export async function listPages(graph: Graph, signed: Access, personId: string): Promise<ListedPage[]> {
  const pages: ListedPage[] = []
  const fields = 'id,name,access_token,tasks,instagram_business_account{id,username,name}'
  let after: string | undefined
  do {
    const query = { fields, limit: String(PAGE_SIZE), ...(after !== undefined && { after }) }
    const answer = await graph.call({ method: 'GET', path: `${personId}/accounts`, query, ...signed })
    const { data, paging } = v.parse(PageList, answer)
    pages.push(...data)
    after = paging?.next !== undefined && data.length > 0 ? paging.cursors?.after : undefined
  } while (after !== undefined && pages.length < MAX_PAGES)
  return pages.slice(0, MAX_PAGES)
}

export async function subscribe(graph: Graph, signed: Access, pageId: string): Promise<void> {
  const query = { subscribed_fields: PAGE_FIELDS.join(',') }
  await graph.call({ method: 'POST', path: `${pageId}/subscribed_apps`, query, ...signed })
}

/** Whether Meta tells us everything that we ask for. */
export async function isSubscribed(graph: Graph, signed: Access, pageId: string, app: MetaApp): Promise<boolean> {
  const answer = await graph.call({ method: 'GET', path: `${pageId}/subscribed_apps`, ...signed })
  const own = v.parse(Subscriptions, answer).data.find(({ id }) => id === app.id)
  return own !== undefined && PAGE_FIELDS.every((field) => own.subscribed_fields.includes(field))
}

/** Current names of a page or an Instagram account, and where its picture is; empty without one. */
export async function readAccount(
  graph: Graph,
  signed: Access,
  { id, isInstagram }: { readonly id: string; readonly isInstagram: boolean },
): Promise<{ readonly name: string; readonly username: string | null; readonly pictureUrl: string }> {
  const fields = isInstagram ? 'id,name,username,profile_picture_url' : 'id,name,picture{url,is_silhouette}'
  const facts = v.parse(AccountFacts, await graph.call({ method: 'GET', path: id, query: { fields }, ...signed }))
  const { url = '', is_silhouette: isNone } = facts.picture?.data ?? {}
  const pictureUrl = facts.profile_picture_url || (isNone ? '' : url)
  return { name: facts.name, username: facts.username || null, pictureUrl }
}
