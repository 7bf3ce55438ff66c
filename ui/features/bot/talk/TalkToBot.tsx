import { BotMessageSquare, FileText, RotateCcw, SendHorizontal, Store } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { greetings } from '../../../../src/texts/greetings'
import { languageOf } from '../../../../src/texts/languages'
import { fillVariables, valuesOf } from '../../../../src/tickets/variables/contract'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { Segment } from '../../../shared/kit/Segment'
import { useUser } from '../../../shared/session/useUser'
import { RichText } from '../../messages/bubble/RichText'
import type { Line, Talk } from './conversation'

type Props = {
  talk: Talk
  /** Names of queues and people, as they are now. */
  queueName(id: number | null): string
  personName(id: number): string
  isOpen: boolean
  onOpen(isOpen: boolean): void
  onSay(text: string): void
  onRestart(): void
}

/** The bot as a customer meets it, with what is on the screen, before it is saved. */
export function TalkToBot({ talk, isOpen, onOpen, onSay, onRestart, ...names }: Props) {
  const t = useText()
  const user = useUser()
  const screen = useRef<HTMLElement>(null)
  const [draft, setDraft] = useState('')
  const count = talk.lines.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest line comes into sight
  useEffect(() => {
    screen.current?.scrollTo({ top: screen.current.scrollHeight })
  }, [count])
  const send = () => {
    if (draft.trim() === '') return
    onSay(draft.trim())
    setDraft('')
  }
  return (
    <aside aria-label={t('queueBot.talk.title')}>
      <div className="split-bar">
        <span className="two mr-auto">
          <h3 className="font-semibold">{t('queueBot.talk.title')}</h3>
          <small>{t('queueBot.talk.hint')}</small>
        </span>
        <IconButton label={t('queueBot.talk.restart')} onClick={onRestart}>
          <RotateCcw />
        </IconButton>
      </div>
      <div className="talk">
        <div className="talk-if">
          <Segment
            label={t('queueBot.talk.hours')}
            items={[
              { id: 'open', label: t('queueBot.talk.open') },
              { id: 'closed', label: t('queueBot.talk.closed') },
            ]}
            value={isOpen ? 'open' : 'closed'}
            onChange={(chosen) => onOpen(chosen === 'open')}
          />
        </div>
        <article className="handset" aria-label={t('queueBot.talk.phone')}>
          <header className="handset-bar px-3!">
            <Store />
            <span className="two min-w-0">
              <b className="truncate">{user.company.name}</b>
              <small>{t('queueBot.talk.account')}</small>
            </span>
          </header>
          <section
            ref={screen}
            className="handset-screen handset-scroll"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled can be reached by keyboard
            tabIndex={0}
            aria-label={t('queueBot.talk.messages')}
          >
            {talk.lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: what was said stays in its place
              <TalkLine key={at} line={line} {...names} />
            ))}
          </section>
          <div className="handset-write">
            <input
              className="handset-input"
              value={draft}
              placeholder={t('queueBot.talk.type')}
              aria-label={t('queueBot.talk.type')}
              autoComplete="off"
              maxLength={200}
              onChange={({ target }) => setDraft(target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault() // the dialog around it is a form
                send()
              }}
            />
            <IconButton
              size="xs"
              tone="primary"
              className="btn-circle"
              label={t('queueBot.talk.send')}
              disabled={draft.trim() === ''}
              onClick={send}
            >
              <SendHorizontal />
            </IconButton>
          </div>
        </article>
      </div>
    </aside>
  )
}

type LineProps = Pick<Props, 'queueName' | 'personName'> & { line: Line }

function TalkLine({ line, queueName, personName }: LineProps) {
  const t = useText()
  const fill = useFilled()
  switch (line.by) {
    case 'customer':
      return <Bubble out text={line.text} />
    case 'bot':
      return <Bubble text={fill(line.text)} />
    case 'file':
      return (
        <div className="msg msg-in msg-first msg-last">
          <div className="bubble">
            <span className="bubble-file">
              <span className="kind kind-quiet">
                <FileText />
              </span>
              <b>{line.name}</b>
            </span>
            {line.text && (
              <p>
                <RichText text={fill(line.text)} />
              </p>
            )}
          </div>
        </div>
      )
    case 'understood':
      return <Trace>{t('queueBot.talk.understood', { number: line.number, title: line.title })}</Trace>
    case 'moves':
      return <Trace>{t('queueBot.talk.moves', { queue: queueName(line.queueId) })}</Trace>
    case 'silence':
      return <Trace>{t('queueBot.talk.silence')}</Trace>
    case 'waits':
      return (
        <Trace>
          {line.userId === null
            ? t('queueBot.talk.waits', { queue: queueName(line.queueId) })
            : t('queueBot.talk.waitsFor', { name: personName(line.userId) })}
        </Trace>
      )
  }
}

function Bubble({ text, out = false }: { text: string; out?: boolean }) {
  return (
    <div className={`msg msg-first msg-last ${out ? 'msg-out' : 'msg-in'}`}>
      <div className="bubble">
        <p>
          <RichText text={text} />
        </p>
      </div>
    </div>
  )
}

function Trace({ children }: { children: string }) {
  return (
    <span className="talk-trace">
      <BotMessageSquare className="mr-1 inline size-3!" />
      {children}
    </span>
  )
}

/** Variables as they would be for a customer of today. */
function useFilled(): (text: string) => string {
  const t = useText()
  const { company } = useUser()
  const language = languageOf(company.language)
  const now = Date.now()
  return (text) =>
    fillVariables(
      text,
      valuesOf({
        contact: { name: t('queueBot.talk.customer'), isGroup: false },
        ticket: { id: 1, createdAt: now },
        now,
        timeZone: company.timeZone,
        language,
        greetings: greetings[language],
      }),
    )
}
