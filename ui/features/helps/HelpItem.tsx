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
    <section className="help" data-open={isOpen || undefined}>
      <h2 className="help-head">
        {!isOpen && (
          <span className="help-still nums" aria-hidden="true">
            <Play /> {seconds !== null && format.duration(seconds)}
          </span>
        )}
        <button type="button" className="help-name" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          {title}
        </button>
        {!isOpen && <small>{description}</small>}
        {isSeen && (
          <span className="help-seen">
            <Check /> {t('helps.seen')}
          </span>
        )}
        {tools && <RowTools name={title} {...tools} />}
        <ChevronDown className="help-arrow" aria-hidden="true" />
      </h2>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <div className="help-body">
            <Film key={help.video} help={help} onPlay={() => !isSeen && see([...seen, help.id])} />
            <div className="help-text">
              {description && <p>{description}</p>}
              <p className="help-note">
                <ShieldCheck /> {t('helps.onlyThen')}
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
        className="help-player"
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
      className="help-poster"
      aria-label={t('helps.play', { title })}
      onClick={() => {
        play(true)
        onPlay()
      }}
    >
      <Poster />
      <span className="help-play">
        <Play />
      </span>
      <span className="help-foot">
        <b className="truncate">{title}</b>
        {seconds !== null && <span className="nums">{format.duration(seconds)}</span>}
      </span>
    </button>
  )
}

/** A drawing of the desk. */
export const Poster = () => (
  <span className="help-art" aria-hidden="true">
    <span className="help-art-list">
      <i />
      <i />
      <i />
      <i />
    </span>
    <span className="help-art-chat">
      <i />
      <i />
    </span>
  </span>
)

function RowTools({ name, isFirst, isLast, onMove, onEdit, onDelete }: Tools & { name: string }) {
  const t = useText()
  return (
    <span className="help-tools">
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
