/** The language that nodes of this program speak with one another and in the log. It rises by one with each change of it. */
export const FLEET_PROTOCOL = 1
