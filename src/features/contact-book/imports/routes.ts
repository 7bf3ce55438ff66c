import { Elysia } from 'elysia'
import type { Actor } from '../../../actor'
import { startRows } from '../../../bulk-import/actions'
import { ImportSummary } from '../../../bulk-import/contract'
import { importErrors } from '../../../bulk-import/errors'
import { findUnderWay } from '../../../bulk-import/queries'
import { runImports } from '../../../bulk-import/run'
import type { PhoneBook } from '../../../channels/channel'
import { listChats } from '../../../channels/connections/phone-chats'
import { findDefaultConnection, listConnections } from '../../../channels/connections/queries'
import { fail } from '../../../errors'
import type { Cx } from '../../../platform/cx'
import { type AppHttp, failures } from '../../../platform/http'
import type { RouteServices } from '../../../platform/module'
import { phoneErrors } from './errors'
import { PHONE_BOOK, PHONE_CHATS, phoneColumns, phoneRow } from './phone'

type Deps = Pick<
  RouteServices,
  'auth' | 'placeOf' | 'folderOf' | 'databases' | 'log' | 'cxOf' | 'runningImports' | 'channel' | 'sessions'
>

/** Start imports from the phone's address book and chats. */
export const phoneRoutes = (http: AppHttp, server: Deps) => {
  const { channel, sessions, placeOf, auth } = server
  const bookOf = (cx: Cx, connectionId: number): Promise<PhoneBook> =>
    channel.phoneBook({ tenantUuid: cx.tenant.uuid, connectionId })

  async function start(cx: Cx, actor: Actor, target: string, rows: readonly (readonly string[])[]) {
    if (rows.length === 0) fail(importErrors.ERR_IMPORT_EMPTY)
    // The phone may take long to answer, and the session may end meanwhile.
    const owner = auth.stillHere(actor)
    const started = await startRows(cx, placeOf(actor), owner, {
      target,
      columns: phoneColumns,
      pieces: [rows],
    })
    void runImports(server, cx.tenant.uuid)
    return started
  }

  return new Elysia({ prefix: '/contacts' })
    .use(http)
    .post(
      '/import',
      async ({ cx, actor }) => {
        const same = findUnderWay(cx.db, PHONE_BOOK)
        if (same) return same
        const { id } = findDefaultConnection(cx.db) ?? fail('ERR_NO_DEF_WAPP_FOUND')
        if (!sessions.canSend(cx, id)) fail('ERR_WAPP_NOT_INITIALIZED')
        const { people } = await bookOf(cx, id).catch(() => fail(phoneErrors.ERR_PHONE_BOOK))
        const rows = people.map(({ addresses, name }) => phoneRow(addresses, name))
        return start(cx, actor, PHONE_BOOK, rows)
      },
      {
        detail: { summary: 'Import the contacts of a phone' },
        allowed: 'contacts-page:importContacts',
        response: { 200: ImportSummary, ...failures },
      },
    )
    .post(
      '/import/chats',
      async ({ cx, actor }) => {
        const same = findUnderWay(cx.db, PHONE_CHATS)
        if (same) return same
        const rows: (readonly string[])[] = []
        for (const { id } of listConnections(cx.db)) {
          for (const some of listChats(cx, id)) {
            rows.push(...some.map(({ addresses, name }) => phoneRow(addresses, name)))
            await new Promise(setImmediate)
          }
          // Without an answer, the chats known from the backfill remain.
          const { chats, people } = sessions.canSend(cx, id)
            ? await bookOf(cx, id).catch(() => ({ chats: [], people: [] }))
            : { chats: [], people: [] }
          const names = new Map(people.flatMap(({ addresses, name }) => addresses.map(({ value }) => [value, name])))
          for (const addresses of chats) {
            const name = addresses.map(({ value }) => names.get(value)).find(Boolean)
            if (addresses.some(({ kind }) => kind !== 'group')) rows.push(phoneRow(addresses, name ?? null))
          }
        }
        return start(cx, actor, PHONE_CHATS, rows)
      },
      {
        detail: { summary: "Import the people of a phone's chats" },
        allowed: 'contacts-page:importContacts',
        response: { 200: ImportSummary, ...failures },
      },
    )
}
