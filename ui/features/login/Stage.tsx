import { useMedia } from '../../shared/useMedia'
import { StageChat } from './StageChat'
import { StageList } from './StageList'

/**
 * An illustration beside the form, made of the product's own components: nothing to download, follows theme and
 * language.
 */
export function Stage() {
  const roomy = useMedia('(min-width: 768px)')
  if (!roomy) return null
  return (
    <aside className="relative overflow-hidden border-l border-line bg-base-200 max-md:hidden" aria-hidden="true">
      <div className="stage-desk">
        <StageList />
        <StageChat />
      </div>
    </aside>
  )
}
