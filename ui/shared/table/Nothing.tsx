/** A cell without a value; on a phone its card leaves the cell out. */
export const Nothing = () => <span className="nothing">–</span>
