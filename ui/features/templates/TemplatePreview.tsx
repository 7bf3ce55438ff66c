import '../../shared/theme/handset.css'
import './templates.css'
import { Copy, ExternalLink, FileText, Image, Phone, Reply, Store, Video } from 'lucide-react'
import type { TemplateButton, TemplateContent } from '../../../src/channels/templates/contract'
import { piecesOf, slotsOf, variablesOf } from '../../../src/channels/templates/filling/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { useNow } from '../../shared/kit/useNow'
import { useUser } from '../../shared/session/useUser'

type Props = {
  content: TemplateContent
  /** In the order of the slots; an empty one shows its name. */
  values: readonly string[]
  /** The names of the slots. */
  labels: readonly string[]
}

/** The template as the contact's phone shows it. Values that are missing stand out. */
export function TemplatePreview({ content, values, labels }: Props) {
  const t = useText()
  const { time } = useFormat()
  const now = useNow(60_000)
  const { company } = useUser()
  const slots = slotsOf(content)
  const given = variablesOf(slots, values)
  const bodyAt = slots.findIndex(({ part }) => part === 'body')
  const { header, body, footer, buttons } = content
  return (
    <article className="handset" aria-label={t('templates.form.preview')}>
      <header className="handset-bar px-3!">
        <Store />
        <span className="two min-w-0">
          <b className="truncate">{company.name}</b>
          <small>{t('templates.pick.business')}</small>
        </span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled can be reached by keyboard */}
      <section className="handset-screen handset-scroll min-h-80" tabIndex={0} aria-label={t('templates.form.preview')}>
        <div className="msg msg-in msg-first msg-last">
          <div className="bubble">
            {header && header.kind !== 'text' && <HeaderFile kind={header.kind} />}
            {header?.kind === 'text' && (
              <b className="mb-1 block font-semibold">
                <Filled text={header.text} values={[given.header ?? '']} label={() => labels[0] ?? ''} />
              </b>
            )}
            <p>
              <Filled text={body} values={given.body ?? []} label={(variable) => labels[bodyAt + variable] ?? ''} />
            </p>
            {footer && <p className="mt-1 text-xs text-faint">{footer}</p>}
            <span className="bubble-meta">
              <time>{time(now)}</time>
            </span>
          </div>
        </div>
        {buttons.length > 0 && <ReplyButtons buttons={buttons} />}
      </section>
    </article>
  )
}

const files = { image: Image, video: Video, document: FileText } as const

function HeaderFile({ kind }: { kind: keyof typeof files }) {
  const Icon = files[kind]
  return (
    <span className="template-file">
      <Icon />
    </span>
  )
}

type FilledProps = { text: string; values: readonly string[]; label(variable: number): string }

function Filled({ text, values, label }: FilledProps) {
  return piecesOf(text, values).map(({ text: piece, variable }, at) =>
    variable === null ? (
      piece
    ) : piece === '' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text never move
      <span key={at} className="template-gap">
        {label(variable)}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <b key={at} className="font-semibold">
        {piece}
      </b>
    ),
  )
}

const icons = { reply: Reply, url: ExternalLink, phone: Phone, code: Copy, otp: Copy } as const

export function ReplyButtons({ buttons }: { buttons: readonly Pick<TemplateButton, 'kind' | 'text'>[] }) {
  const t = useText()
  return (
    <div className="reply-buttons">
      {buttons.map(({ kind, text }, at) => {
        const Icon = icons[kind]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same label
          <span key={at}>
            <Icon />
            {text || t(`templates.form.kind.${kind === 'otp' ? 'code' : kind}`)}
          </span>
        )
      })}
    </div>
  )
}
