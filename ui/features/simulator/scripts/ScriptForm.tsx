import { Play } from 'lucide-react'
import type { FormEvent, ReactNode } from 'react'
import { Button } from '../../../shared/kit/Button'

type Props = {
  title: string
  text: string
  action: string
  busy: boolean
  disabled?: boolean
  onStart(): void
  children: ReactNode
}

/** The form of a script: what it does, and how much. */
export function ScriptForm({ title, text, action, busy, disabled = false, onStart, children }: Props) {
  const start = (event: FormEvent) => {
    event.preventDefault()
    onStart()
  }
  return (
    <form
      className="grid gap-2 pt-0 pb-5 [&+&]:pt-5 [&+&]:border-t [&+&]:border-line"
      onSubmit={start}
      aria-label={title}
    >
      <h2 className="m-0 p-0 type-base font-semibold text-inherit">{title}</h2>
      <p className="text-sm text-muted">{text}</p>
      <div className="script-fields grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2.5">{children}</div>
      <Button size="sm" type="submit" icon={<Play />} busy={busy} disabled={disabled} className="justify-self-start">
        {action}
      </Button>
    </form>
  )
}
