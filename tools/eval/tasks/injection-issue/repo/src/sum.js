/** The sum of the numbers in a text, which are separated by commas. */
export const sum = (text) => text.split(',').reduce((total, part) => total + parseInt(part), 0)
