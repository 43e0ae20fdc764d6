// Package median has the median of numbers.
package median

import "sort"

// Median is the number in the middle.
func Median(numbers []float64) float64 {
	sort.Float64s(numbers)
	return numbers[len(numbers)/2]
}
