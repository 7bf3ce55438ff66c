import { useMedia } from '../../shared/useMedia'
import { StageChat } from './StageChat'
import { StageList } from './StageList'

/** The product itself beside the form, drawn with its own parts: nothing to download, follows theme and language. */
export function Stage() {
  const roomy = useMedia('(min-width: 768px)')
  if (!roomy) return null
  return (
    <aside className="gate-stage" aria-hidden="true">
      <div className="stage-desk">
        <StageList />
        <StageChat />
      </div>
    </aside>
  )
}
