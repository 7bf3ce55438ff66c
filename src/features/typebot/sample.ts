/** The Typebot of the sample company: an integration with a bot of the stand-in, and its address in the settings. */
import { and, eq } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import type { Encryption } from '../../platform/encryption'
import { readText, storeSetting } from '../../settings/settings'
import { integrations } from '../integrations/tables'

const sample = { type: 'typebot', name: 'Vitrine de sofás', typebotSlug: 'vitrine-aurora' } as const
/** Until the demo starts the stand-in. */
const NOWHERE = 'https://typebot.aurora.example'

export function addSampleTypebot(cx: Cx) {
  cx.db
    .insert(integrations)
    .values({
      ...sample,
      projectName: sample.name,
      urlIntegration: NOWHERE,
      createdAt: cx.now(),
      // Its bubbles hand over by commands.
      commandsInTexts: true,
      typebotExpires: 60,
      typebotKeywordFinish: 'encerrar',
      typebotKeywordRestart: 'recomeçar',
      typebotRestartMessage: 'Certo, vamos começar de novo.',
      typebotUnknownMessage: 'Não entendi a sua resposta.',
    })
    .run()
}

/** Each start of the demo has a stand-in at another port. What the user has changed stays. */
export function pointSampleAt(
  cx: Cx,
  encryption: Encryption,
  { url, token }: { readonly url: string; readonly token: string },
) {
  cx.transaction((cx) => {
    const rows = cx.db
      .select()
      .from(integrations)
      .where(and(eq(integrations.type, sample.type), eq(integrations.typebotSlug, sample.typebotSlug)))
      .all()
    for (const { id, urlIntegration } of rows)
      if (isOurs(urlIntegration))
        cx.db.update(integrations).set({ urlIntegration: url }).where(eq(integrations.id, id)).run()
    for (const key of ['urlTypebotBuilder', 'urlTypebotViewer'] as const)
      if (isOurs(readText(cx.db, key))) storeSetting(cx, encryption, { key, value: url })
    if (readText(cx.db, 'urlTypebotBuilder') === url)
      storeSetting(cx, encryption, { key: 'tokenTypebot', value: token })
  })
}

const isOurs = (url: string) => url === '' || url === NOWHERE || /^http:\/\/127\.0\.0\.1:\d+$/.test(url)
