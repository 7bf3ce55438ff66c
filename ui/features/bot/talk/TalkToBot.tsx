import '../bot.css'
import { BotMessageSquare, FileText, Info, RotateCcw } from 'lucide-react'
import { greetings } from '../../../../src/texts/greetings'
import { languageOf } from '../../../../src/texts/languages'
import { fillVariables, variableValues } from '../../../../src/tickets/variables/contract'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { Note } from '../../../shared/kit/Note'
import { Segment } from '../../../shared/kit/Segment'
import { useUser } from '../../../shared/session/useUser'
import type { BubbleKind } from '../../message-costs/answers'
import { AnswerCost } from '../../message-costs/EstimatedCost'
import { RichText } from '../../messages/bubble/RichText'
import { TestBubble, TestHandset } from '../../messages/handset/TestHandset'
import type { Talk, TalkLine } from './conversation'
import type { PreviewNote } from './preview'

type Props = {
  talk: Talk
  /** Current names of queues and users. */
  queueName(id: number | null): string
  personName(id: number): string
  note: PreviewNote | null
  isOpen: boolean
  onOpen(isOpen: boolean): void
  onSay(text: string): void
  onRestart(): void
}

/** Tries out the bot as a customer would meet it, with what is on the screen, before it is saved. */
export function TalkToBot({ talk, note, isOpen, onOpen, onSay, onRestart, ...names }: Props) {
  const t = useText()
  const user = useUser()
  return (
    <aside aria-label={t('bot.talk.title')}>
      <div className="split-bar">
        <span className="two mr-auto">
          <h3 className="font-semibold">{t('bot.talk.title')}</h3>
          <small>{t('bot.talk.hint')}</small>
        </span>
        <IconButton label={t('bot.talk.restart')} onClick={onRestart}>
          <RotateCcw />
        </IconButton>
      </div>
      {note && <Note icon={<Info />}>{t(`bot.talk.note.${note}`)}</Note>}
      <div className="talk flex-1 min-h-0 flex flex-col px-5 pt-0 pb-4">
        <div className="flex flex-wrap gap-1.5 pb-3">
          <Segment
            label={t('bot.talk.hours')}
            items={[
              { id: 'open', label: t('bot.talk.open') },
              { id: 'closed', label: t('bot.talk.closed') },
            ]}
            value={isOpen ? 'open' : 'closed'}
            onChange={(chosen) => onOpen(chosen === 'open')}
          />
        </div>
        <TestHandset
          label={t('bot.talk.phone')}
          title={user.company.name}
          subtitle={t('bot.talk.account')}
          messagesLabel={t('bot.talk.messages')}
          count={talk.lines.length}
          typeLabel={t('bot.talk.type')}
          sendLabel={t('bot.talk.send')}
          max={200}
          onSay={onSay}
          below={<AnswerCost bubbles={talk.lines.map(kindOf)} />}
        >
          {talk.lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: past lines never move
            <TalkBubble key={at} line={line} {...names} />
          ))}
        </TestHandset>
      </div>
    </aside>
  )
}

const kinds: Partial<Record<TalkLine['by'], BubbleKind>> = { customer: 'customer', bot: 'text', file: 'file' }
const kindOf = ({ by }: TalkLine): BubbleKind => kinds[by] ?? 'other'

type LineProps = Pick<Props, 'queueName' | 'personName'> & { line: TalkLine }

function TalkBubble({ line, queueName, personName }: LineProps) {
  const t = useText()
  const fill = useFilled()
  switch (line.by) {
    case 'customer':
      return (
        <TestBubble out>
          <RichText text={line.text} />
        </TestBubble>
      )
    case 'bot':
      return (
        <TestBubble>
          <RichText text={fill(line.text)} />
        </TestBubble>
      )
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
      return <Trace>{t('bot.talk.understood', { number: line.number, title: line.title })}</Trace>
    case 'moves':
      return <Trace>{t('bot.talk.moves', { queue: queueName(line.queueId) })}</Trace>
    case 'takenOver':
      return <Trace>{t('bot.talk.takenOver')}</Trace>
    case 'silence':
      return <Trace>{t('bot.talk.silence')}</Trace>
    case 'waits':
      return (
        <Trace>
          {line.userId === null
            ? t('bot.talk.waits', { queue: queueName(line.queueId) })
            : t('bot.talk.waitsFor', { name: personName(line.userId) })}
        </Trace>
      )
  }
}

function Trace({ children }: { children: string }) {
  return (
    <span className="talk-trace">
      <BotMessageSquare className="mr-1 inline size-3!" />
      {children}
    </span>
  )
}

/** Variables filled in for a customer today. */
function useFilled(): (text: string) => string {
  const t = useText()
  const { company } = useUser()
  const language = languageOf(company.language)
  const now = Date.now()
  return (text) =>
    fillVariables(
      text,
      variableValues({
        contact: { name: t('bot.talk.customer'), isGroup: false },
        ticket: { id: 1, createdAt: now },
        now,
        timeZone: company.timeZone,
        language,
        greetings: greetings[language],
      }),
    )
}
