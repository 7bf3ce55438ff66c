import './ai.css'
import { Link } from '@tanstack/react-router'
import { useAtom } from 'jotai/react'
import { Copy, MessageSquareShare, SendHorizontal, Sparkles } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
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
import { ofPerson } from '../../shared/session/ofPerson'
import { useMay } from '../../shared/session/useUser'
import { usePageTitle } from '../../shared/usePageTitle'
import { useAiService, useAsking } from './api'
import { useInConversation } from './latest'

type Turn = { readonly prompt: string; readonly answer: string }

/** The conversation is kept while the browser page is open: an answer may be used in a ticket. */
const turnsAtom = ofPerson<readonly Turn[]>([])

/** Each question is independent. */
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
      <div className="page-body ai-page">
        {service === undefined ? (
          <Loading className="grid">
            <Skeleton className="h-24" />
          </Loading>
        ) : service ? (
          <Talk leaves={service.model === DEMO_MODEL ? t('ai.demo') : t('ai.textLeaves', { host: service.host })} />
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

const starters = ['complaint', 'delay', 'payment', 'thanks'] as const

function Talk({ leaves }: { leaves: string }) {
  const t = useText()
  const [turns, setTurns] = useAtom(turnsAtom)
  const [text, setText] = useState('')
  const asking = useAsking<AskAi>()
  const box = useRef<HTMLTextAreaElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const ask = () => {
    const prompt = text.trim()
    if (prompt === '' || asking.isPending) return
    asking.mutate({ prompt }, { onSuccess: ({ answer }) => setTurns([...turns, { prompt, answer }]) })
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
  const start = (words: string) => {
    setText(words)
    box.current?.focus()
  }
  const isEmpty = turns.length === 0 && asking.isIdle
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the latest line
  useEffect(() => {
    // Some browsers return a promise, which is no clean-up function.
    end.current?.scrollIntoView({ block: 'end' })
  }, [turns.length, asking.status])
  const prompt = asking.variables?.prompt
  return (
    <>
      <div className="ai-scroll">
        {isEmpty ? (
          <EmptyState heading="h2" icon={<Sparkles />} title={t('ai.page.ask')}>
            {leaves}
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
        <div ref={end} />
      </div>
      <div className="ai-foot">
        {isEmpty && (
          <ul className="ai-starters" aria-label={t('ai.page.starters')}>
            {starters.map((name) => (
              <li key={name}>
                <button type="button" className="filter-chip" onClick={() => start(t(`ai.starter.${name}.prompt`))}>
                  {t(`ai.starter.${name}.title`)}
                </button>
              </li>
            ))}
          </ul>
        )}
        <form className="ai-ask" onSubmit={submit}>
          <TextArea
            ref={box}
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
      </div>
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
  const useIt = useInConversation()
  return (
    <div className="ai-answer">
      <p className="flex-1" dir="auto">
        {text}
      </p>
      {useIt && (
        <Button size="sm" icon={<MessageSquareShare />} onClick={() => useIt.put(text)}>
          {t('ai.page.useIn', { name: useIt.name })}
        </Button>
      )}
      {/* The clipboard exists on HTTPS and localhost only. */}
      {'clipboard' in navigator && (
        <IconButton label={t('ai.page.copy')} onClick={copy}>
          <Copy />
        </IconButton>
      )}
    </div>
  )
}
