/** Connecting Facebook pages and Instagram accounts, as the browser and programs know it. */
import * as v from 'valibot'
import { Id, list, text } from '../../../platform/formats'
import { Key } from '../contract'

export const PageChannel = v.picklist(['facebook', 'instagram'])
export type PageChannel = v.InferOutput<typeof PageChannel>

/**
 * Why an account cannot be connected. `tasks`: the person may not read the page's messages. `permission`: not granted when
 * signing in. `otherCompany`: a connection elsewhere has it. `plan`: the company's plan lacks the channel. `limit`: the plan
 * allows no more connections. `meta`: Meta refused, or did not answer. `missing`: the person has no such page.
 */
export const PageRefusal = v.picklist(['tasks', 'permission', 'otherCompany', 'plan', 'limit', 'meta', 'missing'])
export type PageRefusal = v.InferOutput<typeof PageRefusal>

const MAX_CHOSEN = 200
const MetaId = v.pipe(text(40, 'form.invalid'), v.regex(/^\d+$/, 'form.invalid'))

const choosable = {
  id: v.string(),
  /** The company has a connection for it. */
  isConnected: v.boolean(),
  refusal: v.nullable(PageRefusal),
}

/** A page that the person manages, with its Instagram account. */
export const MetaPage = v.object({
  ...choosable,
  name: v.string(),
  instagram: v.nullable(v.object({ ...choosable, username: v.string() })),
})
export type MetaPage = v.InferOutput<typeof MetaPage>

/** What a sign-in found. `key` stands for it until pages are chosen, once and within fifteen minutes. */
export const FoundPages = v.object({ key: v.string(), person: v.string(), pages: v.array(MetaPage) })
export type FoundPages = v.InferOutput<typeof FoundPages>

/** `ids`: of pages and of Instagram accounts, which differ. */
export const ChoosePages = v.object({
  key: Key,
  ids: list(MetaId, { least: 1, most: MAX_CHOSEN }),
  queueIds: v.optional(list(Id, { most: 1 })),
})
export type ChoosePages = v.InferOutput<typeof ChoosePages>

/** All pages of a person, by the token that Facebook's button gave. */
export const ConnectPages = v.object({
  facebookUserId: MetaId,
  facebookUserToken: text(2_000, 'form.invalid'),
  addInstagram: v.optional(v.boolean()),
})
export type ConnectPages = v.InferOutput<typeof ConnectPages>

/** `isNew`: false if it was a connection already, whose access is renewed. */
export const PagesConnected = v.object({
  connected: v.array(
    v.object({ channel: PageChannel, id: v.string(), whatsappId: Id, name: v.string(), isNew: v.boolean() }),
  ),
  refused: v.array(v.object({ channel: PageChannel, id: v.string(), name: v.string(), reason: PageRefusal })),
})
export type PagesConnected = v.InferOutput<typeof PagesConnected>
