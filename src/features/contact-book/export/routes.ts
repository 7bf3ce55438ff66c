import { Elysia } from 'elysia'
import { recordAct } from '../../../audit/record'
import type { AppHttp } from '../../../platform/http'
import { streamSpreadsheet } from '../../../platform/spreadsheets/stream'
import { languageOf } from '../../../texts/texts'
import { exportContacts } from './export'

export const exportRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/contacts' }).use(http).get(
    '/export',
    ({ cx, actor, request }) => {
      cx.transaction((cx) => recordAct(cx, actor, { kind: 'contact', act: 'export', subject: { id: null, name: '' } }))
      const language = languageOf(request.headers.get('accept-language'))
      return streamSpreadsheet('Contatos', exportContacts(cx, language), cx.wait)
    },
    { detail: { summary: 'Download contacts as a spreadsheet' }, allowed: 'contacts-page:exportContacts', own: true },
  )
