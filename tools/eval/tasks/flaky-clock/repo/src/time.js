/** The seconds of a time in milliseconds. */
export const seconds = (milliseconds) => milliseconds / 1000
