import '../../shared/theme/api-doc.css'
import './external-api.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { manageApi } from '../../../src/features/external-api/rights/contract'
import { useText } from '../../shared/i18n/useText'
import { Button, buttonClass } from '../../shared/kit/Button'
import { useRows } from '../../shared/live/useCrud'
import { RefusedPage } from '../../shared/RefusedPage'
import { useMay } from '../../shared/session/useUser'
import { useView } from '../../shared/table/useView'
import { usePageTitle } from '../../shared/usePageTitle'
import { AnswerBox } from './AnswerBox'
import { type Answer, apiTokens, sentTodayQuery } from './api'
import { ExampleBox } from './ExampleBox'
import type { ExampleFields } from './examples'
import { guide } from './guide'
import { TokensDialog } from './TokensDialog'
import { TryForm } from './TryForm'
import { MessagesApiView, type Section } from './view'

const groups = [
  { name: 'apiGuide.group.messages', sections: ['send', 'status', 'check'] },
  { name: 'apiGuide.group.guide', sections: ['auth', 'limits', 'errors', 'moving'] },
  { name: 'apiGuide.group.notices', sections: ['events', 'signature'] },
] as const

export function MessagesApiPage() {
  return useMay()(manageApi) ? <Guide /> : <RefusedPage needs={manageApi} />
}

/** The guide of the external API, beside examples, a form that really sends, and its response. */
function Guide() {
  const t = useText()
  const view = useView(MessagesApiView)
  const section = view.now.section ?? 'send'
  const rows = useRows(apiTokens)
  const today = useQuery(sentTodayQuery).data
  const [fields, setFields] = useState<ExampleFields>({
    number: '5521996124087',
    body: t('messagesApi.try.sample'),
    openTicket: false,
    fileName: null,
  })
  const [answer, setAnswer] = useState<Answer | null>(null)
  usePageTitle(t('messagesApi.title'))
  const active = rows.all?.filter(({ revokedAt }) => revokedAt === null).length

  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title">{t('messagesApi.title')}</h1>
        <span className="page-count">
          {[
            active !== undefined && t('messagesApi.tokens', { count: active }),
            today !== undefined && t('messagesApi.today', { count: today }),
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
        <a className={buttonClass()} href="/api/openapi.json" download="openapi.json">
          <Download />
          {t('messagesApi.openApi')}
        </a>
        <Button icon={<KeyRound />} onClick={() => view.change({ tokens: true })}>
          {t('messagesApi.openTokens')}
        </Button>
      </div>
      <div className="api-doc">
        <nav aria-label={t('messagesApi.onThisPage')}>
          {groups.map(({ name, sections }) => (
            <div key={name}>
              <p>{t(name)}</p>
              {sections.map((one) => (
                <Link
                  key={one}
                  to="/messages-api"
                  search={{ section: one }}
                  aria-current={one === section || undefined}
                >
                  <Verb section={one} />
                  {t(`apiGuide.section.${one}.nav`)}
                </Link>
              ))}
            </div>
          ))}
        </nav>
        <Article section={section} />
        <aside aria-label={t('messagesApi.samples')}>
          <ExampleBox section={section} fields={{ ...fields, sendId: answer?.send?.id }} />
          <TryForm
            tokens={rows.all}
            fields={fields}
            onFields={setFields}
            onAnswer={setAnswer}
            onTokens={() => view.change({ tokens: true })}
          />
          <AnswerBox answer={answer} />
        </aside>
      </div>
      {view.now.tokens && <TokensDialog rows={rows} onClose={() => view.change({ tokens: undefined })} />}
    </main>
  )
}

function Verb({ section }: { section: Section }) {
  const { call } = guide[section]
  return call ? <span className={call.method === 'GET' ? 'verb verb-get' : 'verb'}>{call.method}</span> : null
}

/** Names of the wire that the guide mentions. */
const fieldNames = {
  openTicket: 'openTicket',
  saveOnTicket: 'saveOnTicket',
  closeTicket: 'closeTicket',
  userId: 'userId',
}

function Article({ section }: { section: Section }) {
  const t = useText()
  const { call, blocks } = guide[section]
  const say = (key: string) => t.find(key, fieldNames) ?? key
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <article aria-labelledby="api-section" tabIndex={0}>
      <h2 id="api-section">{t(`apiGuide.section.${section}.title`)}</h2>
      {call && (
        <p className="mb-3 flex items-center gap-2">
          <Verb section={section} />
          <code>{call.path}</code>
        </p>
      )}
      <p className="mb-4 max-w-[36rem] text-muted">{t(`apiGuide.section.${section}.intro`)}</p>
      {blocks.map(({ head, rows }) => (
        <section key={head}>
          <h3>{say(head)}</h3>
          <dl className="params">
            {rows.map(({ name, note, text }) => (
              <div key={name}>
                <dt>
                  <code>{name}</code>
                  {note && <small>{say(note)}</small>}
                </dt>
                <dd>{say(text)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </article>
  )
}
