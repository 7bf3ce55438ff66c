import './ai.css'
import { Link } from '@tanstack/react-router'
import { Copy, SendHorizontal, Sparkles } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { type AskAi, DEMO_MODEL, PROMPT_LENGTH } from '../../../src/features/ai/contract'
import { errorText } from '../../shared/errorText'
import { useText } from '../../shared/i18n/useText'
import { Button, buttonClass } from '../../shared/kit/Button'
import { EmptyState } from '../../shared/kit/EmptyState'
import { ErrorNote } from '../../shared/kit/ErrorNote'
import { IconButton } from '../../shared/kit/IconButton'
import { Loading } from '../../shared/kit/Loading'
import { Skeleton } from '../../shared/kit/Skeleton'
import { TextArea } from '../../shared/kit/TextArea'
import { toast } from '../../shared/kit/toast'
import { useMay } from '../../shared/session/useUser'
import { usePageTitle } from '../../shared/usePageTitle'
import { useAiService, useAsking } from './api'

type Turn = { readonly prompt: string; readonly answer: string }

/** Each question stands by itself; nothing is kept when the page is left. */
export function AiPage() {
  const t = useText()
  usePageTitle(t('ai.page.title'))
  const service = useAiService()
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title mr-auto">{t('ai.page.title')}</h1>
        {service && (
          <p className="truncate text-sm text-muted">
            {service.model === DEMO_MODEL ? t('ai.demo') : `${service.model} · ${service.host}`}
          </p>
        )}
      </div>
      <div className="page-body flex flex-col">
        {service === undefined ? (
          <Loading className="grid">
            <Skeleton className="h-24" />
          </Loading>
        ) : service ? (
          <Talk host={service.host} />
        ) : (
          <Nothing />
        )}
      </div>
    </main>
  )
}

function Nothing() {
  const t = useText()
  const mayChange = useMay()('settings-page:change')
  return (
    <EmptyState
      heading="h2"
      icon={<Sparkles />}
      title={t('ai.page.none')}
      actions={
        mayChange && (
          <Link to="/settings" search={{ tab: 'integrations' }} className={buttonClass('primary', 'sm')}>
            {t('ai.page.settings')}
          </Link>
        )
      }
    >
      {t(mayChange ? 'ai.page.noneAdmin' : 'ai.page.noneText')}
    </EmptyState>
  )
}

function Talk({ host }: { host: string }) {
  const t = useText()
  const [turns, setTurns] = useState<readonly Turn[]>([])
  const [text, setText] = useState('')
  const asking = useAsking<AskAi>()
  const ask = () => {
    const prompt = text.trim()
    if (prompt === '' || asking.isPending) return
    asking.mutate({ prompt }, { onSuccess: ({ answer }) => setTurns((all) => [...all, { prompt, answer }]) })
    setText('')
  }
  const stop = () => {
    setText(asking.variables?.prompt ?? '')
    asking.stop()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    ask()
  }
  const prompt = asking.variables?.prompt
  return (
    <>
      {turns.length === 0 && asking.isIdle ? (
        <EmptyState heading="h2" icon={<Sparkles />} title={t('ai.page.ask')}>
          {t('ai.textLeaves', { host })}
        </EmptyState>
      ) : (
        <ol className="ai-talk" aria-live="polite">
          {turns.map((turn, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: turns never move
            <li key={at}>
              <Said text={turn.prompt} />
              <Answered text={turn.answer} />
            </li>
          ))}
          {(asking.isPending || asking.isError) && prompt !== undefined && (
            <li>
              <Said text={prompt} />
              {asking.isPending && (
                <Loading className="grid">
                  <Skeleton className="h-10 w-2/3" />
                </Loading>
              )}
              {asking.isError && <ErrorNote>{errorText(t, asking.error)}</ErrorNote>}
            </li>
          )}
        </ol>
      )}
      <form className="ai-ask" onSubmit={submit}>
        <TextArea
          className="flex-1"
          rows={1}
          maxLength={PROMPT_LENGTH}
          aria-label={t('ai.page.question')}
          placeholder={t('ai.page.question')}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={press}
        />
        {asking.isPending ? (
          <Button onClick={stop}>{t('common.cancel')}</Button>
        ) : (
          <Button type="submit" tone="primary" icon={<SendHorizontal />} disabled={text.trim() === ''}>
            {t('ai.page.send')}
          </Button>
        )}
      </form>
    </>
  )
}

const Said = ({ text }: { text: string }) => (
  <p className="ai-said" dir="auto">
    {text}
  </p>
)

function Answered({ text }: { text: string }) {
  const t = useText()
  const copy = () => void navigator.clipboard?.writeText(text).then(() => toast.success(t('common.copied')))
  return (
    <div className="ai-answer">
      <p className="flex-1" dir="auto">
        {text}
      </p>
      {/* The clipboard exists on HTTPS and localhost only. */}
      {'clipboard' in navigator && (
        <IconButton label={t('ai.page.copy')} onClick={copy}>
          <Copy />
        </IconButton>
      )}
    </div>
  )
}
