import { FileText, Paperclip, RotateCcw, Smartphone, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Flow } from '../../../src/features/flows/format/contract'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { IconButton } from '../../shared/kit/IconButton'
import { Segment } from '../../shared/kit/Segment'
import type { BubbleKind } from '../message-costs/answers'
import { AnswerCost } from '../message-costs/EstimatedCost'
import { RichText } from '../messages/bubble/RichText'
import { TestBubble, TestHandset } from '../messages/handset/TestHandset'
import type { Company } from './company'
import type { DryRunLine } from './dryRun'
import type { RunningDryRun } from './useDryRun'

type Props = { flow: Flow; trial: RunningDryRun; company: Company; isShown: boolean; show(isShown: boolean): void }

/** The phone beside the canvas, to talk to the flow as a customer. Folded to a button until it is wanted. */
export function Phone({ flow, trial: { trial, isOpen, setOpen, add, restart }, company, isShown, show }: Props) {
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  const wasShown = useRef(isShown)
  useEffect(() => {
    if (isShown !== wasShown.current) place.current?.querySelector<HTMLElement>(isShown ? 'input' : 'button')?.focus()
    wasShown.current = isShown
  }, [isShown])
  if (!isShown)
    return (
      <div ref={place} className="absolute right-3.5 bottom-3.5 z-5">
        <Button tone="plain" icon={<Smartphone />} onClick={() => show(true)}>
          {t('flows.talk.title')}
        </Button>
      </div>
    )
  const wait = trial.state?.wait
  const asksHours = Object.values(flow.nodes).some((node) => node.t === 'hours')
  return (
    <div ref={place} className="flow-talk">
      <TestHandset
        label={t('flows.talk.title')}
        title={t('flows.talk.title')}
        subtitle={t('flows.talk.hint')}
        messagesLabel={t('flows.talk.messages')}
        count={trial.lines.length}
        typeLabel={t('flows.talk.type')}
        sendLabel={t('flows.talk.send')}
        max={500}
        disabled={trial.isOver}
        onSay={(text) => add({ do: 'say', text })}
        head={
          <>
            <IconButton size="xs" label={t('flows.talk.restart')} onClick={restart}>
              <RotateCcw />
            </IconButton>
            <IconButton size="xs" label={t('flows.talk.hide')} onClick={() => show(false)}>
              <X />
            </IconButton>
          </>
        }
        below={
          <>
            <AnswerCost bubbles={trial.lines.map(kindOf)} />
            {asksHours && (
              <div className="flex justify-center gap-1.5 p-1.5">
                <Segment
                  label={t('flows.talk.hours')}
                  items={[
                    { id: 'open', label: t('flows.talk.open') },
                    { id: 'closed', label: t('flows.talk.closedNow') },
                  ]}
                  value={isOpen ? 'open' : 'closed'}
                  onChange={(chosen) => setOpen(chosen === 'open')}
                />
              </div>
            )}
            {wait && (wait.kind === 'call' || wait.until !== null) && (
              <div className="flex justify-center gap-1.5 p-1.5">
                {wait.kind === 'call' ? (
                  <>
                    <Button size="xs" tone="plain" onClick={() => add({ do: 'answer', isGood: true })}>
                      {t('flows.talk.good')}
                    </Button>
                    <Button size="xs" tone="plain" onClick={() => add({ do: 'answer', isGood: false })}>
                      {t('flows.talk.bad')}
                    </Button>
                  </>
                ) : (
                  <Button size="xs" tone="plain" onClick={() => add({ do: 'wait' })}>
                    {t('flows.talk.passTime')}
                  </Button>
                )}
              </div>
            )}
          </>
        }
        attach={
          <IconButton
            size="xs"
            label={t('flows.talk.sendFile')}
            disabled={trial.isOver}
            onClick={() => add({ do: 'file' })}
          >
            <Paperclip />
          </IconButton>
        }
      >
        {trial.lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: past lines never move
          <Line key={at} line={line} company={company} />
        ))}
      </TestHandset>
    </div>
  )
}

const kinds: Partial<Record<DryRunLine['by'], BubbleKind>> = {
  customer: 'customer',
  customerFile: 'customer',
  flow: 'text',
  file: 'file',
}
const kindOf = ({ by }: DryRunLine): BubbleKind => kinds[by] ?? 'other'

function Line({ line, company }: { line: DryRunLine; company: Company }) {
  const t = useText()
  switch (line.by) {
    case 'customer':
      return <TestBubble out>{line.text}</TestBubble>
    case 'flow':
      return (
        <TestBubble>
          <RichText text={line.text} />
        </TestBubble>
      )
    case 'customerFile':
      return (
        <TestBubble out>
          <FileText className="inline" /> {t('flows.talk.file')}
        </TestBubble>
      )
    case 'file':
      return (
        <TestBubble>
          <FileText className="inline" />{' '}
          {line.file === null ? line.url : (company.fileName(line.file) ?? t('flows.unknown'))} {line.text}
        </TestBubble>
      )
    case 'misfit':
      return <Trace>{t('flows.talk.misfit', { tries: line.tries, max: line.max })}</Trace>
    case 'time':
      return <Trace>{t('flows.talk.time')}</Trace>
    case 'call':
      return <Trace>{t('flows.talk.call', { method: line.method, url: line.url })}</Trace>
    case 'ai':
      return <Trace>{t('flows.talk.ai', { question: line.question })}</Trace>
    case 'goto':
      return <Trace>{t('flows.talk.goto', { name: company.integrationName(line.integrationId) })}</Trace>
    case 'tag': {
      const names = [
        ...line.add.map((id) => `+ ${company.tagName(id)}`),
        ...line.remove.map((id) => `− ${company.tagName(id)}`),
      ]
      return <Trace>{t('flows.talk.tagged', { names: names.join(', ') })}</Trace>
    }
    case 'note':
      return <Trace>{t('flows.talk.note', { text: line.text })}</Trace>
    case 'warn':
      return <Trace>{t('flows.talk.warn')}</Trace>
    case 'people': {
      const queue =
        line.queueId === null ? t('flows.pane.sameQueue') : (company.queue(line.queueId)?.name ?? t('flows.unknown'))
      const person = line.userId === null ? t('flows.pane.anybody') : company.personName(line.userId)
      return (
        <Trace>{t('flows.talk.people', { queue, person: line.userId === null ? person.toLowerCase() : person })}</Trace>
      )
    }
    case 'closed':
      return <Trace>{t('flows.talk.closed')}</Trace>
    case 'stopped':
      return <Trace>{t(`flows.talk.stopped.${line.because}`)}</Trace>
  }
}

const Trace = ({ children }: { children: ReactNode }) => <span className="flow-trace">{children}</span>
