import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, FileText, Store } from 'lucide-react'
import { useState } from 'react'
import type { Campaign, CampaignPreview } from '../../../../src/features/campaigns/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { Rich } from '../../../shared/kit/Rich'
import { useUser } from '../../../shared/session/useUser'
import { RichText } from '../../messages/bubble/RichText'
import { previewQuery } from '../api'
import { type TextName, textNames } from '../spec'
import type { Draft } from './useDraft'

type Props = { draft: Draft; stored: Campaign | null; shown: TextName }

/** The visible text as a real recipient will see it. */
export function PhonePreview({ draft, stored, shown }: Props) {
  const t = useText()
  const { company } = useUser()
  const [position, setPosition] = useState(1)
  const { data } = useQuery({
    ...previewQuery(draft.id ?? 0, draft.version, position),
    placeholderData: keepPreviousData,
    enabled: draft.id !== null,
  })
  const count = data?.count ?? 0
  const step = (by: number) => setPosition(((position - 1 + by + count) % Math.max(1, count)) + 1)
  const isQuestion = shown.startsWith('confirmation')
  const text = data && textOf(isQuestion ? data.confirmationMessages : data.messages, stored, shown)
  const template = data && !isQuestion && (data.getsTemplate || !text) ? data.template : null
  return (
    <div className="grid content-start gap-2">
      <div className="flex h-7 items-center">
        <span className="truncate text-xs text-faint">
          {data?.name ? <Rich text={t('campaigns.preview.as', { name: data.name })} /> : t('campaigns.preview.nobody')}
        </span>
        <span className="ml-auto flex">
          <IconButton size="xs" label={t('campaigns.preview.previous')} disabled={count < 2} onClick={() => step(-1)}>
            <ChevronLeft />
          </IconButton>
          <IconButton size="xs" label={t('campaigns.preview.next')} disabled={count < 2} onClick={() => step(1)}>
            <ChevronRight />
          </IconButton>
        </span>
      </div>
      <article className="handset h-118" aria-label={t('campaigns.preview.phone')}>
        <header className="handset-bar px-3!">
          <Store />
          <span className="two min-w-0">
            <b className="truncate">{company.name}</b>
            <small>{t('campaigns.preview.account')}</small>
          </span>
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled can be reached by keyboard */}
        <section className="handset-screen handset-scroll" tabIndex={0} aria-label={t('campaigns.preview.phone')}>
          {data && template ? (
            <TemplateBubble template={template} at={data.at} />
          ) : text || (stored?.mediaPath && !isQuestion) ? (
            <Bubble text={text ?? ''} at={data?.at ?? null} file={isQuestion ? null : stored} />
          ) : (
            <p className="handset-hint">{t('campaigns.preview.empty')}</p>
          )}
        </section>
      </article>
    </div>
  )
}

function TemplateBubble({ template, at }: { template: NonNullable<CampaignPreview['template']>; at: string }) {
  const { time } = useFormat()
  const { header, body, footer, buttons } = template
  return (
    <div className="msg msg-in msg-first msg-last">
      <div className="bubble">
        {header && <b className="block">{header}</b>}
        <p>
          <RichText text={body} /> <span className="bubble-meta">{<time>{time(at)}</time>}</span>
        </p>
        {footer && <small className="block text-faint">{footer}</small>}
        {buttons.map((label) => (
          <span key={label} className="mt-1 block border-t border-line pt-1 text-center font-medium text-primary-ink">
            {label}
          </span>
        ))}
      </div>
    </div>
  )
}

/** The server returns recipients whose variables have values. */
function textOf(texts: readonly string[], stored: Campaign | null, shown: TextName): string | undefined {
  const kind = shown.startsWith('confirmation') ? 'confirmationMessage' : 'message'
  const filled = textNames(kind).filter((name) => stored?.[name])
  return texts[filled.indexOf(shown)]
}

function Bubble({ text, at, file }: { text: string; at: string | null; file: Campaign | null }) {
  const { time } = useFormat()
  const { mediaPath, mediaType, mediaName } = file ?? {}
  const isImage = mediaPath && mediaType?.startsWith('image/')
  return (
    <div className="msg msg-in msg-first msg-last">
      <div className={isImage ? 'bubble bubble-media w-full!' : 'bubble'}>
        {isImage && (
          <div className="frame">
            <img src={`/api${mediaPath}`} alt={mediaName ?? ''} />
          </div>
        )}
        {mediaPath && !isImage && (
          <span className="bubble-file">
            <span className="kind kind-quiet">
              <FileText />
            </span>
            <b>{mediaName}</b>
          </span>
        )}
        <p>
          <RichText text={text} /> <span className="bubble-meta">{at && <time>{time(at)}</time>}</span>
        </p>
      </div>
    </div>
  )
}
