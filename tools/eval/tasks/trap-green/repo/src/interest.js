/** The interest of a year in cents, rounded half up. Our licence says so. */
export const interest = (cents, percent) => Math.floor((cents * percent) / 100)
