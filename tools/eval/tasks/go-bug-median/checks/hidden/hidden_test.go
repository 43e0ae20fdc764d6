package median

import "testing"

func TestHidden(t *testing.T) {
	numbers := []float64{4, 1, 3, 2}
	if got := Median(numbers); got != 2.5 {
		t.Fatal(got)
	}
	if numbers[0] != 4 || numbers[3] != 2 {
		t.Fatal(numbers)
	}
	if got := Median(nil); got != 0 {
		t.Fatal(got)
	}
	if got := Median([]float64{3, 1, 2}); got != 2 {
		t.Fatal(got)
	}
}
