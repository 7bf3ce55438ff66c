import { useAtom } from 'jotai/react'
import { CircleAlert, CircleStop, Copy, MessageSquareShare, RotateCcw, SendHorizontal, Sparkles } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { type AiTurn, PROMPT_LENGTH } from '../../../src/features/ai/contract'
import { errorText } from '../../shared/errorText'
import type { Text } from '../../shared/i18n/translate'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { EmptyState } from '../../shared/kit/EmptyState'
import { ErrorNote } from '../../shared/kit/ErrorNote'
import { ErrorState } from '../../shared/kit/ErrorState'
import { IconButton } from '../../shared/kit/IconButton'
import { Loading } from '../../shared/kit/Loading'
import { Skeleton } from '../../shared/kit/Skeleton'
import { TextArea } from '../../shared/kit/TextArea'
import { toast } from '../../shared/kit/toast'
import { useLiveList } from '../../shared/live/useLiveList'
import { turnsSpec } from './api'
import { draftOfAtom } from './drafts'
import { useInConversation } from './latest'
import { keyOfChat, type useWriting } from './useWriting'

type Writing = ReturnType<typeof useWriting>
type Props = {
  chatId: number | null
  title: string
  writing: Writing
  /** A note on where the texts are sent, empty if the page's head says it; null without a service. */
  leaves: string | null
  /** Replaces the composer without a service. */
  none: ReactNode
}

/** The questions and answers of one conversation, and the next question. */
export function AiTalk({ chatId, title, writing, leaves, none }: Props) {
  const t = useText()
  const list = useLiveList(turnsSpec(keyOfChat(chatId)), { enabled: chatId !== null })
  const turns = chatId === null ? [] : list.items.toReversed()
  const written = writing.writtenIn(chatId)
  const failure = writing.failureIn(chatId)
  const isEmpty = chatId === null && !written
  const shown = turns.map((turn) => (written?.turn?.id === turn.id ? { ...turn, answer: written.answer } : turn))
  const isFetched = chatId === null || list.isLoaded
  // The question appears at once, before the server has stored it.
  const unsent = written && !written.turn && written.prompt !== null ? written.prompt : null
  const last = shown.at(-1)
  const scroll = useStickyEnd(keyOfChat(chatId), `${last?.id} ${last?.answer.length} ${last?.outcome} ${unsent}`)
  return (
    <section className="ai-pane" aria-label={title}>
      <div
        className="ai-scroll flex-1 min-h-0 overflow-y-auto flex flex-col px-6 pt-6 pb-0 max-md:px-4 max-md:pt-4 max-md:pb-0"
        ref={scroll.box}
        onScroll={scroll.note}
      >
        {!isFetched && list.error && <ErrorState error={list.error} onRetry={list.retry} />}
        {!isFetched && !list.error && (
          <Loading className="ai-talk grid content-start gap-5 max-w-3xl mx-auto w-full mt-auto">
            <Skeleton className="h-10 w-2/3" />
          </Loading>
        )}
        {isEmpty &&
          (leaves === null ? (
            none
          ) : (
            <EmptyState heading="h2" icon={<Sparkles />} title={t('ai.page.ask')}>
              {leaves !== '' && (
                <>
                  {leaves}
                  <br />
                </>
              )}
              {t('ai.page.onlyYou')}
            </EmptyState>
          ))}
        {list.hasMore && (
          <Button size="sm" className="mx-auto mb-4" disabled={list.isLoadingMore} onClick={list.loadMore}>
            {t('ai.page.earlier')}
          </Button>
        )}
        {(shown.length > 0 || unsent !== null) && (
          <ol className="ai-talk grid content-start gap-5 max-w-3xl mx-auto w-full mt-auto" aria-live="polite">
            {shown.map((turn, at) => (
              <Turn
                key={turn.id}
                turn={turn}
                isWritten={turn.outcome === 'writing'}
                onAgain={
                  at === shown.length - 1 && !written && leaves !== null
                    ? () => void writing.ask({ chatId, prompt: null })
                    : undefined
                }
              />
            ))}
            {unsent !== null && (
              <li className="grid gap-2 min-w-0">
                <Said text={unsent} />
                <Waiting />
              </li>
            )}
          </ol>
        )}
      </div>
      <div className="flex-none px-6 pt-4 pb-5 max-md:px-4 max-md:pt-3 max-md:pb-4">
        {failure && <ErrorNote className="max-w-3xl mx-auto mt-0 mb-3">{errorText(t, failure.error)}</ErrorNote>}
        {leaves !== null && (
          <Composer
            chatId={chatId}
            isBusy={written !== undefined}
            isEmpty={isEmpty}
            isQueued={writing.isQueued(chatId)}
            onAsk={() => writing.askDraft(chatId)}
            onChange={() => writing.unqueue(chatId)}
            onStop={() => writing.stop(chatId)}
          />
        )}
        {leaves === null && !isEmpty && none}
      </div>
    </section>
  )
}

/** Follows the answer, unless the reader has scrolled up. */
function useStickyEnd(place: number, state: string) {
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation is shown from its end
  useLayoutEffect(() => {
    isAtEnd.current = true
  }, [place])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something was added
  useLayoutEffect(() => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight
  }, [place, state])
  const note = () => {
    if (!box.current) return
    const { scrollHeight, scrollTop, clientHeight } = box.current
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < 60
  }
  return { box, note }
}

const starters = ['complaint', 'delay', 'payment', 'thanks'] as const

type ComposerProps = {
  chatId: number | null
  isBusy: boolean
  isEmpty: boolean
  /** The draft is asked once the answer is complete. */
  isQueued: boolean
  onAsk(): void
  onChange(): void
  onStop(): void
}

function Composer({ chatId, isBusy, isEmpty, isQueued, onAsk, onChange, onStop }: ComposerProps) {
  const t = useText()
  const [draftOf, setDraft] = useAtom(draftOfAtom)
  const place = keyOfChat(chatId)
  const text = draftOf(place)
  const setText = (now: string) => {
    setDraft(place, now)
    onChange()
  }
  const box = useRef<HTMLTextAreaElement>(null)
  // A starter that ends with a space waits for the user's own words.
  const isBare = starters.some((name) => {
    const prompt = t(`ai.starter.${name}.prompt`)
    return prompt.endsWith(' ') && text.trim() === prompt.trim()
  })
  const mayAsk = text.trim() !== '' && !isBare
  const ask = () => {
    if (mayAsk) onAsk()
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
    // Behind the words, once they are there.
    requestAnimationFrame(() => box.current?.setSelectionRange(words.length, words.length))
  }
  return (
    <>
      {isEmpty && (
        <ul
          className="flex flex-wrap justify-center gap-2 max-w-3xl mx-auto mt-0 mb-3"
          aria-label={t('ai.page.starters')}
        >
          {starters.map((name) => (
            <li key={name}>
              <button type="button" className="filter-chip" onClick={() => start(t(`ai.starter.${name}.prompt`))}>
                {t(`ai.starter.${name}.title`)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <form className="ai-ask flex items-end gap-2 max-w-3xl w-full mx-auto" onSubmit={submit}>
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
        {isBusy ? (
          <Button icon={<CircleStop />} onClick={onStop}>
            {t('ai.page.stop')}
          </Button>
        ) : (
          <Button type="submit" tone="primary" icon={<SendHorizontal />} disabled={!mayAsk}>
            {t('ai.page.send')}
          </Button>
        )}
      </form>
      {isQueued && (
        <p className="max-w-3xl mx-auto mt-1.5 mb-0 px-1 text-xs text-muted" role="status">
          {t('ai.page.queued')}
        </p>
      )}
    </>
  )
}

const Said = ({ text }: { text: string }) => (
  <p className="ai-said" dir="auto">
    {text}
  </p>
)

const Waiting = () => (
  <Loading className="grid">
    <Skeleton className="h-10 w-2/3" />
  </Loading>
)

type TurnProps = { turn: AiTurn; isWritten: boolean; onAgain: (() => void) | undefined }

function Turn({ turn, isWritten, onAgain }: TurnProps) {
  const t = useText()
  const cut = cutText(t, turn)
  return (
    <li className="grid gap-2 min-w-0" aria-busy={isWritten}>
      <Said text={turn.prompt} />
      {turn.answer !== '' && (
        <div className="ai-answer px-3 pt-2.5 pb-1.5 rounded-xl bg-base-200">
          <p className="data-writing:pb-1" dir="auto" data-writing={isWritten || undefined}>
            {turn.answer}
          </p>
          {!isWritten && <AnswerActions text={turn.answer} onAgain={cut === null ? onAgain : undefined} />}
        </div>
      )}
      {turn.answer === '' && isWritten && <Waiting />}
      {cut !== null && (
        <p className="ai-cut flex flex-wrap items-center gap-2 type-sm text-muted" role="status">
          <CircleAlert />
          <span>{cut}</span>
          {onAgain && (
            <Button size="sm" icon={<RotateCcw />} onClick={onAgain}>
              {t('common.retry')}
            </Button>
          )}
        </p>
      )}
    </li>
  )
}

/** Why the answer is not complete; null if it is, or is still being written. */
function cutText(t: Text, { outcome, error, answer }: AiTurn): string | null {
  if (outcome === 'done' || outcome === 'writing') return null
  if (outcome !== 'failed') return t(`ai.cut.${outcome}`)
  const why = t.find(`errors.${error}`) ?? t('common.error.unknown')
  return answer === '' ? why : t('ai.cut.failed', { why })
}

function AnswerActions({ text, onAgain }: { text: string; onAgain: (() => void) | undefined }) {
  const t = useText()
  const copy = () => void navigator.clipboard?.writeText(text).then(() => toast.success(t('common.copied')))
  const useIt = useInConversation()
  return (
    <div className="flex flex-wrap items-center gap-1 mt-1 mr-0 mb-0 -ml-1.5">
      <Button
        size="sm"
        icon={<MessageSquareShare />}
        onClick={() => {
          if (useIt.name === null) toast.success(t('ai.page.openOne'))
          useIt.put(text)
        }}
      >
        {useIt.name === null ? t('ai.page.useInOne') : t('ai.page.useIn', { name: useIt.name })}
      </Button>
      {/* The clipboard exists on HTTPS and localhost only. */}
      {'clipboard' in navigator && (
        <IconButton label={t('ai.page.copy')} onClick={copy}>
          <Copy />
        </IconButton>
      )}
      {onAgain && (
        <IconButton label={t('ai.page.again')} onClick={onAgain}>
          <RotateCcw />
        </IconButton>
      )}
    </div>
  )
}
