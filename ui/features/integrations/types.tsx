/** How each type of integration looks in the list. */
import { Bot, MessageCircleQuestion, Split, Webhook, Workflow } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { IntegrationType } from '../../../src/features/integrations/contract'

const looks = {
  webhook: { Icon: Webhook, color: '#2563eb' },
  n8n: { Icon: Workflow, color: '#db2777' },
  typebot: { Icon: Bot, color: '#ea580c' },
  dialogflow: { Icon: MessageCircleQuestion, color: '#d97706' },
  flowbuilder: { Icon: Split, color: '#7c3aed' },
} as const satisfies Record<IntegrationType, unknown>

export function TypeIcon({ type }: { type: IntegrationType }) {
  const { Icon, color } = looks[type]
  return (
    <span className="face rounded-md!" style={{ '--c': color, '--size': '2rem' } as CSSProperties} aria-hidden>
      <Icon />
    </span>
  )
}
