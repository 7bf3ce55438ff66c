import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import type {
  CreateQuickMessage,
  ImportReport,
  QuickMessage,
  UpdateQuickMessage,
} from '../../../src/features/quick-messages/contract'
import type { QuickMessageRoutes } from '../../../src/features/quick-messages/routes'
import { Id } from '../../../src/platform/formats'
import type { Message } from '../../../src/tickets/messages/contract'
import { call, client, fetchFile, unwrap } from '../../shared/client'
import { liveCrud } from '../../shared/live/liveCrud'
import { newUuid } from '../../shared/uuid'
import { quickMessagesSpec } from './spec'
import type { QuickMessagesView } from './view'

const { 'quick-messages': quick } = client<QuickMessageRoutes>()

/** Undefined keeps the stored file, null removes it. */
type WithFile = { readonly file?: File | null | undefined }
export type NewQuickMessage = CreateQuickMessage & WithFile
export type ChangedQuickMessage = UpdateQuickMessage & WithFile

export const quickMessages = liveCrud<QuickMessage, NewQuickMessage, ChangedQuickMessage, QuickMessagesView>({
  ...quickMessagesSpec,
  routes: {
    async list({ view, page, signal }) {
      const query = { ...queryOf(view), pageNumber: String(page) }
      const { records, hasMore } = await unwrap(quick.get({ query, fetch: { signal } }))
      return { items: records, hasMore }
    },
    create: (body) => save('POST', '/quick-messages', body),
    update: (id, body) => save('PUT', `/quick-messages/${id}`, body),
    remove: (id) => unwrap(quick({ id }).delete()),
  },
})

const queryOf = ({ search, tag, reach, state, desc }: QuickMessagesView) => ({
  ...(search && { searchParam: search }),
  ...(tag !== undefined && { tagId: String(tag) }),
  ...(reach && { geral: reach === 'general' ? ('true' as const) : ('false' as const) }),
  ...(state && { status: state === 'active' ? ('true' as const) : ('false' as const) }),
  ...(desc && { desc: 'true' as const }),
})

/** Fields precede the file, because the server streams the body. */
function save(method: 'POST' | 'PUT', address: string, { file, ...fields }: ChangedQuickMessage) {
  if (!file) return call<QuickMessage>(method, address, { ...fields, ...(file === null && { removeMedia: true }) })
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value ?? ''))
  form.set('file', file, file.name)
  return call<QuickMessage>(method, address, form)
}

/** With `isStored` valid rows are stored; otherwise only validated. */
export function importSheet(file: File, isStored: boolean, sheet?: number) {
  const form = new FormData()
  form.set('file', file, file.name)
  return call<ImportReport>(
    'POST',
    `/quick-messages/import?store=${isStored}${sheet === undefined ? '' : `&sheet=${sheet}`}`,
    form,
  )
}

/** The file of a quick message, to be sent as an attachment. */
export const fileOf = async ({ mediaPath, mediaName, mediaType }: QuickMessage): Promise<File | null> =>
  mediaPath === null ? null : fetchFile(mediaPath, mediaName ?? 'arquivo', mediaType ?? undefined)

export const exportSheet = (format: 'xlsx' | 'csv', name: string): Promise<File> =>
  fetchFile(`/quick-messages/export?format=${format}`, `${name}.${format}`)

/** Sends it directly, as if the user had written it; the server fills in the variables. */
export const sendNow = (id: number, ticketId: number, isSigned: boolean) =>
  call<Message>('POST', `/messages/sendQuickMessage/${id}?ticketId=${ticketId}`, {
    clientId: newUuid(),
    sign: isSigned,
  })

/** Options in the composer: all the user's, or search results if there are very many. */
export const offeredQuery = (searchParam: string) =>
  queryOptions({
    queryKey: ['quick-messages', 'offered', searchParam],
    queryFn: ({ signal }) => unwrap(quick.list.get({ query: { searchParam }, fetch: { signal } })),
    refetchOnMount: 'always',
  })

const Tags = v.array(v.object({ id: Id, name: v.string(), color: v.string() }))

/** The company's tags, owned by another module. */
export const tagsQuery = queryOptions({
  queryKey: ['quick-messages', 'tags'],
  queryFn: async ({ signal }) => v.parse(Tags, await call<unknown>('GET', '/tags/list', undefined, signal)),
})
