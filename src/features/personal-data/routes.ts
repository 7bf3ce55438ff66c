import { Elysia } from 'elysia'
import { recordAct } from '../../audit/record'
import { fail } from '../../errors'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import type { RouteServices } from '../../platform/module'
import { ById } from '../../platform/params'
import { streamZip } from '../../platform/zip'
import { languageOf } from '../../texts/languages'
import { findContactKnownTo } from '../../tickets/queries'
import { eraseContact } from './erase'
import { gather } from './gather'

/** Access to and erasure of personal data (LGPD). The archive is a plain link, so the browser streams it to disk. */
export const personalDataRoutes = (http: AppHttp, { folderOf }: Pick<RouteServices, 'folderOf'>) =>
  new Elysia({ prefix: '/contacts' })
    .use(http)
    .get(
      '/:id/personal-data',
      ({ cx, actor, params, request }) => {
        const contact = findContactKnownTo(cx.db, actor, params.id)
        if (contact.isGroup) fail('ERR_NO_CONTACT_FOUND')
        const subject = { id: contact.id, name: contact.name }
        cx.transaction((cx) => recordAct(cx, actor, { kind: 'contact', act: 'exportData', subject }))
        const language = languageOf(request.headers.get('accept-language'))
        return streamZip(
          { name: `${contact.name}.zip` },
          gather(cx, { contact, language, folder: folderOf(cx.tenant.uuid) }),
          cx.wait,
        )
      },
      {
        detail: { summary: 'Download everything stored about a contact' },
        reader: true,
        allowed: 'contacts-page:exportContacts',
        own: true,
        params: ById,
      },
    )
    .delete(
      '/:id/personal-data',
      async ({ cx, actor, params }) => {
        await eraseContact(cx, actor, params.id)
        return done
      },
      {
        detail: { summary: 'Erase the personal data of a contact' },
        allowed: 'contacts-page:deleteContact',
        own: true,
        params: ById,
        response: { 200: Done, ...failures },
      },
    )

export type PersonalDataRoutes = ReturnType<typeof personalDataRoutes>
