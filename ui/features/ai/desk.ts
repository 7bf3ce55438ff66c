/** The AI menu of the composer. */
import type { DeskParts } from '../../shared/deskParts'
import { AiButton } from './AiButton'

export const deskParts: DeskParts = { Composer: AiButton }
