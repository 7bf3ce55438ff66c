import '../../../shared/theme/handset.css'
import { SendHorizontal, Store } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from '../../../shared/kit/IconButton'

type Props = {
  /** Names the phone for screen readers. */
  label: string
  title: string
  subtitle: string
  /** Buttons in its head. */
  head?: ReactNode
  messagesLabel: string
  /** How many lines it shows: it scrolls to each new one. */
  count: number
  children: ReactNode
  /** Between the messages and the input. */
  below?: ReactNode
  /** Before the input. */
  attach?: ReactNode
  typeLabel: string
  sendLabel: string
  max: number
  disabled?: boolean
  onSay(text: string): void
}

/** A customer's phone, to try out a bot before it is saved. */
export function TestHandset(props: Props) {
  const { label, title, subtitle, head, messagesLabel, count, children, below, attach, onSay } = props
  const { typeLabel, sendLabel, max, disabled = false } = props
  const screen = useRef<HTMLElement>(null)
  const [draft, setDraft] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the newest line
  useEffect(() => {
    screen.current?.scrollTo({ top: screen.current.scrollHeight })
  }, [count])
  const send = () => {
    if (draft.trim() === '') return
    onSay(draft.trim())
    setDraft('')
  }
  return (
    <article className="handset" aria-label={label}>
      <header className="handset-bar px-3!">
        <Store />
        <span className="two mr-auto min-w-0">
          <b className="truncate">{title}</b>
          <small>{subtitle}</small>
        </span>
        {head}
      </header>
      <section
        ref={screen}
        className="handset-screen handset-scroll"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled can be reached by keyboard
        tabIndex={0}
        aria-label={messagesLabel}
        aria-live="polite"
      >
        {children}
      </section>
      {below}
      <div className="handset-write">
        {attach}
        <input
          className="handset-input"
          value={draft}
          placeholder={typeLabel}
          aria-label={typeLabel}
          autoComplete="off"
          maxLength={max}
          disabled={disabled}
          onChange={({ target }) => setDraft(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault() // a dialog around it may be a form
            send()
          }}
        />
        <IconButton
          size="xs"
          tone="primary"
          className="btn-circle"
          label={sendLabel}
          disabled={draft.trim() === '' || disabled}
          onClick={send}
        >
          <SendHorizontal />
        </IconButton>
      </div>
    </article>
  )
}

export function TestBubble({ children, out = false }: { children: ReactNode; out?: boolean }) {
  return (
    <div className={`msg msg-first msg-last ${out ? 'msg-out' : 'msg-in'}`}>
      <div className="bubble">
        <p>{children}</p>
      </div>
    </div>
  )
}
