import { useAtom } from 'jotai/react'
import { ArrowDown, ArrowUp, Check, ChevronDown, Pencil, Play, ShieldCheck, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { type Help, PLAYER } from '../../../src/features/helps/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { IconButton } from '../../shared/kit/IconButton'
import { storedOfPerson } from '../../shared/session/ofPerson'

const isIds = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'number')
/** The videos that the user has played, stored only in this browser. */
const seenAtom = storedOfPerson<readonly number[]>('helps.seen', [], isIds)

type Tools = {
  readonly isFirst: boolean
  readonly isLast: boolean
  onMove(step: 1 | -1): void
  onEdit(): void
  onDelete(): void
}
type Props = { help: Help; isOpen: boolean; onToggle(): void; tools: Tools | false }

/** A video: its row and, when open, picture and text. */
export function HelpItem({ help, isOpen, onToggle, tools }: Props) {
  const t = useText()
  const format = useFormat()
  const id = useId()
  const [seen, see] = useAtom(seenAtom)
  const { title, description, seconds } = help
  const isSeen = seen.includes(help.id)
  return (
    <section className="help group border-b border-line last-of-type:border-b-0" data-open={isOpen || undefined}>
      <h2 className="help-head relative flex items-center gap-3.5 min-h-16 type-base font-normal max-md:flex-wrap max-md:py-2.5 group-data-open:min-h-14">
        {!isOpen && (
          <span
            className="nums flex flex-none items-center justify-center gap-1 w-17 h-10 rounded-md bg-base-300 type-xs text-muted"
            aria-hidden="true"
          >
            <Play className="fill-current size-3.25" /> {seconds !== null && format.duration(seconds)}
          </span>
        )}
        <button type="button" className="help-name" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          {title}
        </button>
        {!isOpen && <small className="flex-1 min-w-0 type-sm text-faint truncate max-md:hidden">{description}</small>}
        {isSeen && (
          <span className="inline-flex items-center gap-1 type-xs text-success-ink max-md:hidden">
            <Check className="size-3.5" /> {t('helps.seen')}
          </span>
        )}
        {tools && <RowTools name={title} {...tools} />}
        <ChevronDown className="flex-none w-4 text-faint group-data-open:rotate-180" aria-hidden="true" />
      </h2>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <div className="grid grid-cols-[minmax(0,35rem)_minmax(0,1fr)] gap-6 pb-5 max-md:grid-cols-1">
            <Film key={help.video} help={help} onPlay={() => !isSeen && see([...seen, help.id])} />
            <div className="grid content-start gap-3.5 text-muted wrap-anywhere whitespace-pre-line text-base/5.25">
              {description && <p>{description}</p>}
              <p className="flex items-center gap-1.5 text-xs">
                <ShieldCheck className="flex-none size-3.75" /> {t('helps.onlyThen')}
              </p>
            </div>
          </div>
        )}
      </div>
    </section>
  )
}

/** Our own picture; a click loads the player from its host. */
function Film({ help: { title, video, seconds }, onPlay }: { help: Help; onPlay(): void }) {
  const t = useText()
  const format = useFormat()
  const [isPlaying, play] = useState(false)
  if (isPlaying)
    return (
      <iframe
        className="relative block w-full aspect-video overflow-hidden border border-line rounded-box text-left bg-[oklch(15%_0.01_260)]"
        title={title}
        src={`${PLAYER}/embed/${video}?autoplay=1&rel=0`}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
        // The player refuses to run without a referrer.
        referrerPolicy="strict-origin"
      />
    )
  return (
    <button
      type="button"
      className="help-poster relative block w-full aspect-video overflow-hidden border border-line rounded-box bg-base-200 text-left cursor-pointer"
      aria-label={t('helps.play', { title })}
      onClick={() => {
        play(true)
        onPlay()
      }}
    >
      <Poster />
      <span className="absolute inset-0 grid place-items-center m-auto rounded-full bg-primary text-primary-content shadow-pop size-15">
        <Play className="fill-current [translate:1px] size-6" />
      </span>
      <span className="help-foot">
        <b className="truncate flex-1 min-w-0 font-[550]">{title}</b>
        {seconds !== null && <span className="nums text-faint">{format.duration(seconds)}</span>}
      </span>
    </button>
  )
}

/** A drawing of the desk. */
export const Poster = () => (
  <span
    className="absolute top-[12%] right-[14%] bottom-0 left-[14%] grid grid-cols-[2fr_3fr] overflow-hidden rounded-[0.75rem_0.75rem_0_0] bg-base-100 shadow-[0_0_0_1px_var(--line)]"
    aria-hidden="true"
  >
    <span className="help-art-list grid content-start gap-3 p-4 border-r border-line">
      <i />
      <i />
      <i />
      <i />
    </span>
    <span className="help-art-chat grid content-start gap-3 p-4 bg-chat">
      <i />
      <i />
    </span>
  </span>
)

function RowTools({ name, isFirst, isLast, onMove, onEdit, onDelete }: Tools & { name: string }) {
  const t = useText()
  return (
    <span className="relative inline-flex gap-0.5 max-md:order-1 max-md:justify-end max-md:w-full">
      <IconButton label={t('helps.up', { name })} disabled={isFirst} onClick={() => onMove(-1)}>
        <ArrowUp />
      </IconButton>
      <IconButton label={t('helps.down', { name })} disabled={isLast} onClick={() => onMove(1)}>
        <ArrowDown />
      </IconButton>
      <IconButton label={t('common.row.edit', { name })} onClick={onEdit}>
        <Pencil />
      </IconButton>
      <IconButton label={t('common.row.delete', { name })} onClick={onDelete}>
        <Trash2 />
      </IconButton>
    </span>
  )
}
