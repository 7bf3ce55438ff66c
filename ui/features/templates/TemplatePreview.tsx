import '../../shared/theme/handset.css'
import './templates.css'
import { Copy, ExternalLink, FileText, Image, Phone, Reply, Store, Video } from 'lucide-react'
import type { TemplateButton, TemplateContent } from '../../../src/channels/templates/contract'
import { slotsOf, variablesOf } from '../../../src/channels/templates/filling/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { useNow } from '../../shared/kit/useNow'
import { useObjectUrl } from '../../shared/kit/useObjectUrl'
import { useUser } from '../../shared/session/useUser'
import { FilledText } from './FilledText'

type Props = {
  content: TemplateContent
  /** In the order of the slots; an empty one shows its name. */
  values: readonly string[]
  /** The names of the slots. */
  labels: readonly string[]
  /** For a header that is one. */
  file?: File | null
}

/** The template as the contact's phone shows it. Values that are missing stand out. */
export function TemplatePreview({ content, values, labels, file = null }: Props) {
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
            {header && header.kind !== 'text' && <HeaderFile kind={header.kind} file={file} />}
            {header?.kind === 'text' && (
              <b className="mb-1 block font-semibold">
                <FilledText text={header.text} values={[given.header ?? '']} label={() => labels[0] ?? ''} />
              </b>
            )}
            <p>
              <FilledText
                text={body}
                values={given.body ?? []}
                label={(variable) => labels[bodyAt + variable] ?? ''}
                isFormatted
              />
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

function HeaderFile({ kind, file }: { kind: keyof typeof files; file: File | null }) {
  const url = useObjectUrl(kind === 'image' ? file : null)
  const Icon = files[kind]
  if (url) return <img src={url} alt={file?.name ?? ''} className="template-picture" />
  return (
    <span className="template-file">
      <Icon />
      {file && <small className="max-w-full truncate px-2">{file.name}</small>}
    </span>
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
