import { type FormEvent, useState } from 'react'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Code } from '../../shared/kit/Code'
import { CopyButton } from '../../shared/kit/CopyButton'
import { Field } from '../../shared/kit/Field'
import { sessionFetch } from '../../shared/session/access'
import {
  type ApiDocument,
  addressOf,
  contentOf,
  curlOf,
  type GivenValues,
  mayTry,
  type Operation,
  sampleOf,
  takesApiToken,
} from './spec'

type Props = { operation: Operation; document: ApiDocument }

/** A request that can be copied, its answer, and for what only reads a real one. */
export function OperationSamples({ operation, document: { components } }: Props) {
  const t = useText()
  const [given, setGiven] = useState<GivenValues>({})
  const code = curlOf(operation, location.origin, components.schemas, given)
  const answer = contentOf(operation.responses['200'] ?? operation.responses['202'] ?? {})
  return (
    <aside
      className="border-l border-line bg-base-200 max-[1440px]:border-l-0 max-[1440px]:border-t max-[1440px]:border-t-line"
      aria-label={t('apiDocs.example')}
    >
      <section>
        <div className="api-side-head">
          <h3>{t('apiDocs.example')}</h3>
          <CopyButton label={t('apiDocs.copyExample')} text={code} />
        </div>
        <Code label={t('apiDocs.example')} text={code} />
        {operation.security.length > 0 && <p className="mt-2 text-xs text-faint">{t('apiDocs.exampleToken')}</p>}
      </section>
      {mayTry(operation) && <TryIt operation={operation} given={given} onGive={setGiven} />}
      {answer?.[0] === 'application/json' && (
        <section>
          <div className="api-side-head">
            <h3>{t('apiDocs.answerExample')}</h3>
          </div>
          <Code
            label={t('apiDocs.answerExample')}
            text={JSON.stringify(sampleOf(answer[1], components.schemas), null, 2)}
          />
        </section>
      )}
    </aside>
  )
}

type TryProps = { operation: Operation; given: GivenValues; onGive(given: GivenValues): void }
type Answer = { readonly note: string; readonly text: string }

/** Characters of an answer that are shown. */
const MOST_SHOWN = 20_000

function TryIt({ operation, given, onGive }: TryProps) {
  const t = useText()
  const [token, setToken] = useState('')
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [isCalling, setCalling] = useState(false)
  const isByToken = takesApiToken(operation)
  const inputs = operation.parameters.filter(({ in: place }) => place !== 'header')
  async function send(event: FormEvent) {
    event.preventDefault()
    setCalling(true)
    const began = performance.now()
    try {
      const address = addressOf(operation, given)
      const response = isByToken
        ? await fetch(address, { headers: { authorization: `Bearer ${token.trim()}` }, credentials: 'omit' })
        : await sessionFetch(address)
      const status = t('apiDocs.answered', { status: response.status, ms: Math.round(performance.now() - began) })
      const type = response.headers.get('content-type') ?? ''
      if (!/json|text/.test(type)) return setAnswer({ note: status, text: t('apiDocs.noText', { type }) })
      const text = indented(await response.text())
      const isLong = text.length > MOST_SHOWN
      setAnswer({
        note: isLong ? `${status} · ${t('apiDocs.cut', { count: text.length })}` : status,
        text: text.slice(0, MOST_SHOWN),
      })
    } catch {
      setAnswer({ note: '', text: t('apiDocs.unreachable') })
    } finally {
      setCalling(false)
    }
  }
  return (
    <form className="grid gap-3" onSubmit={(event) => void send(event)}>
      <div>
        <h3>{t('apiDocs.tryTitle')}</h3>
        <p className="text-xs text-faint">{t(isByToken ? 'apiDocs.tryTokenHint' : 'apiDocs.tryHint')}</p>
      </div>
      {isByToken && (
        <Field label={t('apiDocs.token')}>
          {(control) => (
            <input
              {...control}
              className="input"
              type="password"
              autoComplete="off"
              required
              maxLength={300}
              value={token}
              onChange={({ target }) => setToken(target.value)}
            />
          )}
        </Field>
      )}
      {inputs.map(({ name, in: place, required }) => (
        <Field key={`${place} ${name}`} label={name}>
          {(control) => (
            <input
              {...control}
              className="input"
              autoComplete="off"
              required={required}
              maxLength={300}
              value={given[name] ?? ''}
              onChange={({ target }) => onGive({ ...given, [name]: target.value })}
            />
          )}
        </Field>
      ))}
      <Button type="submit" tone="primary" className="justify-self-start" busy={isCalling}>
        {t('apiDocs.call')}
      </Button>
      {answer && <Code label={t('apiDocs.answer')} text={answer.text} note={answer.note} />}
    </form>
  )
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
