import { FileText, Paperclip, RotateCcw, SendHorizontal, Smartphone, Store, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { IconButton } from '../../shared/kit/IconButton'
import { RichText } from '../messages/bubble/RichText'
import type { Company } from './company'
import type { TrialLine } from './trial'
import type { RunningTrial } from './useTrial'

/** The phone over the canvas, to talk to the flow as a customer. */
export function Phone({ trial: { trial, add, restart }, company }: { trial: RunningTrial; company: Company }) {
  const t = useText()
  const [isShown, show] = useState(true)
  const [text, setText] = useState('')
  const screen = useRef<HTMLElement>(null)
  const count = trial.lines.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the newest line
  useEffect(() => {
    screen.current?.scrollTo({ top: screen.current.scrollHeight })
  }, [count])
  if (!isShown)
    return (
      <div className="flow-talk-open">
        <Button tone="plain" icon={<Smartphone />} onClick={() => show(true)}>
          {t('flows.talk.title')}
        </Button>
      </div>
    )
  const wait = trial.state?.wait
  const send = () => {
    if (text.trim() === '') return
    add({ do: 'say', text: text.trim() })
    setText('')
  }
  return (
    <div className="flow-talk">
      <article className="handset" aria-label={t('flows.talk.title')}>
        <header className="handset-bar px-3!">
          <Store />
          <span className="two mr-auto min-w-0">
            <b className="truncate">{t('flows.talk.title')}</b>
            <small>{t('flows.talk.hint')}</small>
          </span>
          <IconButton size="xs" label={t('flows.talk.restart')} onClick={restart}>
            <RotateCcw />
          </IconButton>
          <IconButton size="xs" label={t('flows.talk.hide')} onClick={() => show(false)}>
            <X />
          </IconButton>
        </header>
        <section
          ref={screen}
          className="handset-screen handset-scroll"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled can be reached by keyboard
          tabIndex={0}
          aria-label={t('flows.talk.messages')}
          aria-live="polite"
        >
          {trial.lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: past lines never move
            <Line key={at} line={line} company={company} />
          ))}
        </section>
        {wait && (wait.kind === 'call' || wait.until !== null) && (
          <div className="flow-acts">
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
        <div className="handset-write">
          <IconButton
            size="xs"
            label={t('flows.talk.sendFile')}
            disabled={trial.isOver}
            onClick={() => add({ do: 'file' })}
          >
            <Paperclip />
          </IconButton>
          <input
            className="handset-input"
            value={text}
            placeholder={t('flows.talk.type')}
            aria-label={t('flows.talk.type')}
            autoComplete="off"
            maxLength={500}
            disabled={trial.isOver}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => event.key === 'Enter' && send()}
          />
          <IconButton
            size="xs"
            tone="primary"
            className="btn-circle"
            label={t('flows.talk.send')}
            disabled={text.trim() === '' || trial.isOver}
            onClick={send}
          >
            <SendHorizontal />
          </IconButton>
        </div>
      </article>
    </div>
  )
}

function Line({ line, company }: { line: TrialLine; company: Company }) {
  const t = useText()
  switch (line.by) {
    case 'customer':
      return <Bubble out>{line.text}</Bubble>
    case 'flow':
      return (
        <Bubble>
          <RichText text={line.text} />
        </Bubble>
      )
    case 'customerFile':
      return (
        <Bubble out>
          <FileText className="inline" /> {t('flows.talk.file')}
        </Bubble>
      )
    case 'file':
      return (
        <Bubble>
          <FileText className="inline" />{' '}
          {line.file === null ? line.url : (company.fileName(line.file) ?? t('flows.unknown'))} {line.text}
        </Bubble>
      )
    case 'misfit':
      return <Trace>{t('flows.talk.misfit', { tries: line.tries, max: line.max })}</Trace>
    case 'time':
      return <Trace>{t('flows.talk.time')}</Trace>
    case 'call':
      return <Trace>{t('flows.talk.call', { method: line.method, url: line.url })}</Trace>
    case 'tag': {
      const names = [
        ...line.add.map((id) => `+ ${company.tagName(id)}`),
        ...line.remove.map((id) => `− ${company.tagName(id)}`),
      ]
      return <Trace>{t('flows.talk.tagged', { names: names.join(', ') })}</Trace>
    }
    case 'note':
      return <Trace>{t('flows.talk.note', { text: line.text })}</Trace>
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

function Bubble({ children, out = false }: { children: ReactNode; out?: boolean }) {
  return (
    <div className={`msg msg-first msg-last ${out ? 'msg-out' : 'msg-in'}`}>
      <div className="bubble">
        <p>{children}</p>
      </div>
    </div>
  )
}

const Trace = ({ children }: { children: ReactNode }) => <span className="flow-trace">{children}</span>
