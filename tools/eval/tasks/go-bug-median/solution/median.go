// Package median has the median of numbers.
package median

import "sort"

// Median is the number in the middle, or the mean of the two there; 0 for none.
func Median(numbers []float64) float64 {
	if len(numbers) == 0 {
		return 0
	}
	sorted := append([]float64(nil), numbers...)
	sort.Float64s(sorted)
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}
