import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { classes } from '../../../shared/kit/classes'
import { type Part, parts } from '../spec'

/** The parts of the page, and which are complete. */
export function PartsLine({ done }: { done: Readonly<Record<Part, boolean>> }) {
  const t = useText()
  return (
    <nav className="tabline" aria-label={t('campaigns.editor.parts')}>
      {parts.map((part, at) => (
        <button key={part} type="button" onClick={() => document.getElementById(`part-${part}`)?.scrollIntoView()}>
          <Ordinal at={at + 1} isDone={done[part]} />
          {t(`campaigns.part.${part}`)}
        </button>
      ))}
    </nav>
  )
}

function Ordinal({ at, isDone }: { at: number; isDone: boolean }) {
  const t = useText()
  return (
    <span className={classes('ordinal', isDone && 'ordinal-done')}>
      {isDone ? <Check aria-label={t('campaigns.editor.done')} /> : at}
    </span>
  )
}

type PartProps = {
  part: Part
  isDone: boolean
  /** Where nothing may be changed any more, its fields are read-only. */
  isOpen: boolean
  aside?: ReactNode
  /** Right of its fields. */
  beside?: ReactNode
  children: ReactNode
}

/** A numbered part of the page. */
export function WorkPart({ part, isDone, isOpen, aside, beside, children }: PartProps) {
  const t = useText()
  const title = t(`campaigns.part.${part}`)
  const head = (
    <div className="flex items-center gap-2.5 min-h-7">
      <Ordinal at={parts.indexOf(part) + 1} isDone={isDone} />
      <h2 className="font-semibold">{title}</h2>
      {aside && <span className="ml-auto text-xs text-faint">{aside}</span>}
    </div>
  )
  return (
    <section
      className="px-6 pt-4.5 pb-5.5 border-b border-line grid gap-3.5 max-md:px-4 last:border-b-0"
      id={`part-${part}`}
      aria-label={title}
    >
      <div className={classes(beside ? 'grid gap-6 md:grid-cols-[minmax(0,1fr)_16.5rem]' : 'contents')}>
        <fieldset disabled={!isOpen} className="grid min-w-0 content-start gap-3.5">
          {head}
          {children}
        </fieldset>
        {beside}
      </div>
    </section>
  )
}
