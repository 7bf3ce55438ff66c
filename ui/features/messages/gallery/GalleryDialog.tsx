import './gallery.css'
import { Download, FileText, Images, Link2, MessageSquare, Music, Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { spoken } from '../../../../src/channels/mentions/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { type Message, type Shelf, shelves } from '../../../../src/tickets/messages/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button, buttonClass } from '../../../shared/kit/Button'
import { classes } from '../../../shared/kit/classes'
import { Dialog } from '../../../shared/kit/Dialog'
import { EmptyState } from '../../../shared/kit/EmptyState'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { IconButton } from '../../../shared/kit/IconButton'
import { Loading } from '../../../shared/kit/Loading'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { TabPanel, Tabs } from '../../../shared/kit/Tabs'
import { useLiveList } from '../../../shared/live/useLiveList'
import { writerName } from '../../contacts/names'
import { gallerySpec } from '../api'
import { Lightbox } from '../dialogs/Lightbox'
import { linksIn } from '../rules/formatting'
import { writerOfOurs } from '../rules/writer'

type Props = { ticket: TicketSummary; goTo(messageId: number): void; onClose(): void }

const icons: Record<Shelf, ReactNode> = { media: <Images />, files: <FileText />, links: <Link2 /> }

/** Pictures and videos, files and links of a contact, over all tickets that the user may see. */
export function GalleryDialog({ ticket, goTo, onClose }: Props) {
  const t = useText()
  const [shelf, setShelf] = useState<Shelf>('media')
  const jump = (messageId: number) => {
    onClose()
    goTo(messageId)
  }
  return (
    <Dialog open onClose={onClose} title={t('messages.gallery.title')} size="lg">
      <Tabs
        label={t('messages.gallery.title')}
        id="gallery"
        className="px-4"
        tabs={shelves.map((id) => ({ id, label: t(`messages.gallery.${id}`) }))}
        value={shelf}
        onChange={setShelf}
      />
      <TabPanel id="gallery" value={shelf} className="dialog-body min-h-[min(26rem,60dvh)]!">
        <Shelved key={shelf} ticket={ticket} shelf={shelf} onJump={jump} />
      </TabPanel>
    </Dialog>
  )
}

type ShelfProps = { ticket: TicketSummary; shelf: Shelf; onJump(messageId: number): void }

function Shelved({ ticket, shelf, onJump }: ShelfProps) {
  const t = useText()
  const list = useLiveList(gallerySpec(ticket, shelf), { refetchOnMount: 'always' })
  if (!list.isLoaded)
    return list.error ? (
      <ErrorState error={list.error} onRetry={list.retry} />
    ) : (
      <Loading className="grid">
        <Skeleton className="h-40" />
      </Loading>
    )
  if (list.items.length === 0 && !list.hasMore)
    return <EmptyState icon={icons[shelf]} title={t(`messages.gallery.none.${shelf}`)} />
  const shown = { ticket, messages: list.items, onJump }
  return (
    <>
      {shelf === 'media' ? <Pictures {...shown} /> : <Lines {...shown} isLinks={shelf === 'links'} />}
      {list.hasMore && (
        <Button className="mx-auto mt-3 flex" size="sm" busy={list.isLoadingMore} onClick={list.loadMore}>
          {t('messages.gallery.older')}
        </Button>
      )}
    </>
  )
}

type ShownProps = { ticket: TicketSummary; messages: readonly Message[]; onJump(messageId: number): void }

/** Grouped by month. */
function Pictures({ ticket, messages, onJump }: ShownProps) {
  const t = useText()
  const format = useFormat()
  const [open, setOpen] = useState<Message | null>(null)
  return (
    <>
      <ul className="gallery-grid">
        {messages.map((message) => {
          const { id, media, mediaUrl, mediaType, createdAt } = message
          const isReady = mediaUrl !== null && media?.state === 'ready'
          const who = message.fromMe ? writerOfOurs(t, message) : writerName(ticket, message.contact?.name)
          const about = `${t(`tickets.kind.${mediaType === 'video' ? 'video' : 'image'}`)}, ${who}, ${format.dateTime(createdAt)}`
          return (
            <li key={id}>
              <button
                type="button"
                aria-label={about}
                title={`${who} · ${format.dateTime(createdAt)}`}
                onClick={() => (isReady ? setOpen(message) : onJump(id))}
              >
                {media?.thumbnail && <img src={media.thumbnail} alt="" className="gallery-ghost" />}
                {isReady && mediaType === 'image' && <img src={mediaUrl} alt="" loading="lazy" decoding="async" />}
                {isReady && mediaType === 'video' && !media.thumbnail && (
                  <video src={mediaUrl} preload="metadata" muted />
                )}
                {!isReady && <Images />}
                {mediaType === 'video' && (
                  <span className="gallery-film nums">
                    <Play />
                    {media?.seconds ? format.duration(media.seconds) : ''}
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ul>
      {open && <Lightbox message={open} goTo={onJump} onClose={() => setOpen(null)} />}
    </>
  )
}

/** A click leads to the message; the file or page itself opens from its own button. */
function Lines({ ticket, messages, onJump, isLinks }: ShownProps & { isLinks: boolean }) {
  const t = useText()
  const format = useFormat()
  return (
    <ul className="gallery-lines">
      {messages.map((message) => {
        const { id, media, mediaUrl, createdAt, extra } = message
        const who = message.fromMe ? writerOfOurs(t, message) : writerName(ticket, message.contact?.name)
        const body = spoken(message.body, extra?.mentions)
        const [link] = isLinks ? linksIn(body) : []
        const name = isLinks
          ? extra?.preview?.title || link?.text || body.slice(0, 200)
          : (media?.name ?? t(`tickets.kind.${message.mediaType === 'audio' ? 'audio' : 'document'}`))
        const facts = [
          isLinks ? extra?.preview?.title && link?.text : media?.size != null && format.size(media.size),
          who,
          format.shortDateTime(createdAt),
        ]
        return (
          <li key={id}>
            {isLinks ? <Link2 /> : message.mediaType === 'audio' ? <Music /> : <FileText />}
            {isLinks && link ? (
              <a className="gallery-name" href={link.href} target="_blank" rel="noopener noreferrer nofollow">
                <b dir="auto">{name}</b>
                <small>{facts.filter(Boolean).join(' · ')}</small>
              </a>
            ) : (
              <button type="button" className="gallery-name" onClick={() => onJump(id)}>
                <b dir="auto">{name}</b>
                <small>{facts.filter(Boolean).join(' · ')}</small>
              </button>
            )}
            {!isLinks && mediaUrl && media?.state === 'ready' && (
              <a
                className={classes(buttonClass('ghost', 'sm'), 'btn-icon')}
                href={mediaUrl}
                download={name}
                aria-label={t('messages.download', { name })}
                title={t('messages.download', { name })}
              >
                <Download />
              </a>
            )}
            <IconButton label={t('messages.showInConversation')} onClick={() => onJump(id)}>
              <MessageSquare />
            </IconButton>
          </li>
        )
      })}
    </ul>
  )
}
