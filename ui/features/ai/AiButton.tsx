import './ai.css'
import { useSetAtom } from 'jotai/react'
import { BriefcaseBusiness, Languages, MessageSquareQuote, Scissors, Sparkles, WandSparkles } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { type AiAct, type AiLanguage, type AskAi, MOST_SHARED, PROMPT_LENGTH } from '../../../src/features/ai/contract'
import type { ComposerPart } from '../../shared/deskParts'
import { useText } from '../../shared/i18n/useText'
import { IconButton } from '../../shared/kit/IconButton'
import { Menu, MenuItem, MenuSeparator } from '../../shared/kit/Menu'
import { lazyPart } from '../../shared/lazyPart'
import { composer, insertInto, writingTarget } from '../messages/composer/box'
import { useAiService, useAsking } from './api'
import { openedAtom } from './latest'

const AiProposal = lazyPart(() => import('./AiProposal').then((file) => file.AiProposal))

/** A request, with the draft at that time. */
export type AiRequest = Omit<AskAi, 'act'> & { readonly act: AiAct }

const edits: readonly { readonly act: 'improve' | 'shorten' | 'formal'; readonly icon: ReactNode }[] = [
  { act: 'improve', icon: <WandSparkles /> },
  { act: 'shorten', icon: <Scissors /> },
  { act: 'formal', icon: <BriefcaseBusiness /> },
]
const languages: readonly AiLanguage[] = ['pt-BR', 'en', 'es', 'tr']

/** Edits the draft, or suggests a reply: shown above the composer, never sent automatically. */
export function AiButton({ ticket, text, onText, above }: ComposerPart) {
  const t = useText()
  const service = useAiService()
  const asking = useAsking<AiRequest>()
  const [taken, setTaken] = useState<{ before: string; after: string } | null>(null)
  const remember = useSetAtom(openedAtom)
  const { id: ticketId, uuid } = ticket
  const { name } = ticket.contact
  useEffect(() => remember({ ticketId, uuid, name }), [remember, ticketId, uuid, name])
  if (!service) return null

  const ask = (act: AiAct, more: Omit<Partial<AskAi>, 'act'> = {}) => {
    setTaken(null)
    asking.mutate({ prompt: text, act, ...more })
  }
  /** Inserted like typing, so that the browser's undo works. */
  const write = (words: string) => {
    const box = composer()
    if (!box || words === '') return onText(words)
    box.focus()
    box.select()
    insertInto(box, words)
  }
  const take = (after: string) => {
    setTaken({ before: text, after })
    write(after)
    asking.stop()
  }
  const undo = () => {
    if (taken) write(taken.before)
    setTaken(null)
  }
  const isUndoable = taken !== null && taken.after === text
  const hasText = text.trim() !== '' && text.length <= PROMPT_LENGTH
  return (
    <>
      <Menu
        align="start"
        side="top"
        finalFocus={writingTarget}
        trigger={
          <IconButton className="only-message" label={t('ai.menu')}>
            <Sparkles />
          </IconButton>
        }
      >
        {edits.map(({ act, icon }) => (
          <MenuItem key={act} icon={icon} disabled={!hasText} onSelect={() => ask(act)}>
            {t(`ai.act.${act}`)}
          </MenuItem>
        ))}
        {languages.map((language) => (
          <MenuItem
            key={language}
            icon={<Languages />}
            disabled={!hasText}
            onSelect={() => ask('translate', { language })}
          >
            {t(`ai.translate.${language}`)}
          </MenuItem>
        ))}
        <p className="ai-status" role="presentation">
          {t('ai.textLeaves', { host: service.host })}
        </p>
        <MenuSeparator />
        <MenuItem icon={<MessageSquareQuote />} onSelect={() => ask('suggest', { ticketId: ticket.id })}>
          {t('ai.act.suggest')}
        </MenuItem>
        <p className="ai-status" role="presentation">
          {t('ai.conversationLeaves', { count: MOST_SHARED, host: service.host })}
        </p>
      </Menu>
      {above &&
        (!asking.isIdle || isUndoable) &&
        createPortal(
          <Suspense>
            <AiProposal
              service={service}
              asking={asking}
              isUndoable={isUndoable}
              onTake={take}
              onUndo={undo}
              onClose={() => {
                setTaken(null)
                asking.stop()
              }}
            />
          </Suspense>,
          above,
        )}
    </>
  )
}
